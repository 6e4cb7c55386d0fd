import { wantsItAnyway } from '#client/app/beyond-road.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useWrite } from '#client/app/queries.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { callThem } from '#shared/rules/reach.ts'
import { t } from '#shared/texts/t.ts'

/** Confirms a request outside the service area; nothing for other visits. */
export function ConfirmRequest({
  job,
}: {
  job: Pick<Job, 'id' | 'number' | 'needsConfirmation' | 'status'>
}) {
  const input = { params: { id: job.id } }
  const confirm = useWrite('POST /api/jobs/{id}/confirm', {
    onSuccess: ({ number, customer }) =>
      toast({
        title: t('{number} is confirmed', { number }),
        description: callThem(customer) ?? t('The customer has been notified.'),
      }),
    onError: async (error) => {
      if (await wantsItAnyway(error)) confirm.mutate({ ...input, body: { beyondRoad: true } })
      else showFailure(t('Could not confirm {number}', { number: job.number }), error)
    },
  })
  if (!job.needsConfirmation || !isNotStarted(job.status)) return null
  return (
    <SmallButton
      variant="primary"
      wide
      className="mt-2"
      aria-label={t('Confirm {number}', { number: job.number })}
      pending={confirm.isPending}
      onClick={() => confirm.mutate(input)}
    >
      {t('Confirm')}
    </SmallButton>
  )
}
