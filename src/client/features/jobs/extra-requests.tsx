import { useState } from 'react'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { refreshThings, useCall, useWrite } from '#client/app/queries.ts'
import { useWhileDown } from '#client/app/socket-state.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

type ExtraAnswer = {
  approved: boolean
  seen: { description: string; totalPrice: number }
}

interface ExtraRequestsProps {
  extras: readonly JobExtra[]
  answer: (extraId: string, answer: ExtraAnswer) => void
  sending?: { extraId: string; approved: boolean } | undefined
  /** Includes requests that ended with the visit. */
  withPast?: boolean
}

/** Asks the customer to approve extras above the limit, and more than the agreed fee of a cancelled visit. */
function ExtraRequests({ extras, answer, sending, withPast }: ExtraRequestsProps) {
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const unheard = extras.filter(({ id, approval }) => approval === 'waiting' && !asked.has(id))
  if (unheard.length > 0) setAsked(new Set([...asked, ...unheard.map(({ id }) => id)]))
  return extras.map((extra) => {
    const { id, description, totalPrice, approval, withTax, taxRate, forFee } = extra
    const price = formatCents(centsFromDollars(totalPrice))
    const amount = withTax ? formatAmount(withTax) : price
    const words = { description, amount }
    // The question was just on this screen.
    if (approval === 'not_needed' && asked.has(id))
      return (
        <Banner key={id} live title={t('No answer needed: {description} for {amount}', words)}>
          {t(
            'The extras you have not answered are small enough together now, so it is charged. Please write to your technician if you do not want it.',
          )}
        </Banner>
      )
    if (approval === 'left_out' && withPast)
      return (
        <Banner key={id} title={t('Left out: {description} for {amount}', words)}>
          {t('The visit was over before you answered. Nothing is charged for it.')}
        </Banner>
      )
    if (approval !== 'waiting') return null
    const button = (approved: boolean) => ({
      pending: sending?.extraId === id && sending.approved === approved,
      onClick: () => answer(id, { approved, seen: { description, totalPrice } }),
    })
    return (
      <Banner
        key={id}
        tone="warning"
        live
        title={
          forFee
            ? t('We ask for {amount} more: {description}', words)
            : t('Your technician asks: {description} for {amount}?', words)
        }
        action={
          <span className="flex flex-wrap gap-2">
            <Button variant="primary" {...button(true)}>
              {t('Approve {amount}', { amount })}
            </Button>
            <Button {...button(false)}>{t('Decline')}</Button>
          </span>
        }
      >
        {withTax && taxRate && `${t('{price} plus {rate}% sales tax.', { price, rate: taxRate })} `}
        {forFee
          ? t('We charge it only if you agree.')
          : t('We charge it only if you agree. Otherwise the service goes on as booked.')}
      </Banner>
    )
  })
}

interface ExtraDecisionsProps {
  job: Pick<Job, 'id' | 'status'>
  /** Includes requests that ended with the visit. */
  withPast?: boolean
}

/** Extras of a visit awaiting its customer's approval. */
export function ExtraDecisions({ job, withPast = false }: ExtraDecisionsProps) {
  const whenDown = useWhileDown()
  const extras = useCall(
    'GET /api/jobs/{id}/extras',
    { params: { id: job.id } },
    {
      enabled: isActiveJob(job.status) || withPast,
      staleTime: 0,
      refetchInterval: job.status === 'in_progress' ? whenDown : false,
    },
  )
  const decide = useWrite('POST /api/jobs/{id}/extras/{extraId}/decision', {
    onSuccess: ({ approval, description }) =>
      toast({
        title: approval === 'approved' ? t('Extra approved') : t('Extra declined'),
        description,
      }),
    onError: (error) => {
      showFailure(t('Your answer did not get through'), error)
      // It may have changed or be gone.
      refreshThings(['extras', 'jobs'], job.id)
    },
  })
  return (
    <ExtraRequests
      extras={extras.data ?? []}
      answer={(extraId, body) => decide.mutate({ params: { id: job.id, extraId }, body })}
      sending={
        decide.isPending
          ? { extraId: decide.variables.params.extraId, approved: decide.variables.body.approved }
          : undefined
      }
      withPast={withPast}
    />
  )
}
