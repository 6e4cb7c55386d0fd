import { showFailure } from '#client/app/form/form-toasts.ts'
import { whileDown } from '#client/app/connection.ts'
import { useCall, useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job, JobExtra } from '#shared/contract/jobs.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Asks the customer about extras above the operator's limit, while the technician is at work. */
export function ExtraDecisions({ job }: { job: Pick<Job, 'id' | 'status'> }) {
  const running = job.status === 'in_progress'
  const extras = useCall(
    'GET /api/jobs/{id}/extras',
    { params: { id: job.id } },
    { enabled: running, staleTime: 0, refetchInterval: whileDown() },
  )
  if (!running) return null
  return extras.data
    ?.filter(({ approval }) => approval === 'waiting')
    .map((extra) => <Decision key={extra.id} jobId={job.id} extra={extra} />)
}

function Decision({ jobId, extra }: { jobId: string; extra: JobExtra }) {
  const amount = formatCents(centsFromDollars(extra.totalPrice))
  const decide = useWrite('POST /api/jobs/{id}/extras/{extraId}/decision', {
    onSuccess: ({ approval }) =>
      toast({
        title: approval === 'approved' ? t('Extra approved') : t('Extra declined'),
        description: extra.description,
      }),
    onError: (error) => showFailure(t('Your answer did not get through'), error),
  })
  const answer = (approved: boolean) =>
    decide.mutate({ params: { id: jobId, extraId: extra.id }, body: { approved } })
  const pending = (approved: boolean) =>
    decide.isPending && decide.variables.body.approved === approved
  return (
    <Banner
      tone="warning"
      live
      title={t('Your technician asks: {description} for {amount}?', {
        description: extra.description,
        amount,
      })}
      action={
        <span className="flex flex-wrap gap-2">
          <Button variant="primary" pending={pending(true)} onClick={() => answer(true)}>
            {t('Approve {amount}', { amount })}
          </Button>
          <Button pending={pending(false)} onClick={() => answer(false)}>
            {t('Decline')}
          </Button>
        </span>
      }
    >
      {t('We charge it only if you agree. Otherwise the service goes on as booked.')}
    </Banner>
  )
}
