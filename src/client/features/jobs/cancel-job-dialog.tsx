import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { refusedFee } from '#client/app/call.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { feeOfCancelling } from '#shared/rules/fees.ts'
import { formatAmount, formatVisit, formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { describeCustomersMoney } from '#shared/rules/cancelled-money.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { isOnInvoice } from '#shared/rules/payments.ts'

/** Confirms cancelling a visit and shows its cost. */
export default function CancelJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  // The fee as shown; if it has changed, the server refuses and the dialog asks again.
  const [shownFee] = useState(() => feeOfCancelling(job, new Date()))
  const [fee, setFee] = useState(shownFee)
  return (
    <ConfirmCall
      call="POST /api/jobs/{id}/cancel"
      input={{ params: { id: job.id }, body: { seenFee: fee } }}
      onClose={onClose}
      danger
      title={job.needsConfirmation ? t('Cancel this request?') : t('Cancel this visit?')}
      description={describe(job, useBusiness().today)}
      confirmLabel={job.needsConfirmation ? t('Cancel request') : t('Cancel visit')}
      cancelLabel={t('visit|Keep it')}
      successToast={({ scheduledDate, scheduledTime }) => ({
        title: t('Visit cancelled'),
        description: [
          formatVisit(scheduledDate, scheduledTime),
          fee !== '0.00' && t('with a fee of {amount}', { amount: formatAmount(fee) }),
        ]
          .filter(Boolean)
          .join(', '),
      })}
      failureToast={t('Could not cancel')}
      asksAgain={(error) => {
        const now = refusedFee(error)
        if (now) setFee(now)
        return now !== undefined
      }}
    >
      <CancellingCosts job={job} fee={fee} changed={fee !== shownFee} />
    </ConfirmCall>
  )
}

/** Requests hold no slot, so the text differs. */
function describe(
  { needsConfirmation, scheduledDate, scheduledTime, startsAt }: Job,
  today: string,
) {
  const visit = formatVisit(scheduledDate, scheduledTime)
  // A time that has already started does not become free.
  if (scheduledDate < today || Date.parse(startsAt) <= Date.now())
    return t('{visit}. You can book again at any time.', { visit })
  return needsConfirmation
    ? t('We will not come on {visit}. You can book again at any time.', { visit })
    : t('{visit} becomes available for someone else. You can book again at any time.', { visit })
}

interface CancellingCostsProps {
  job: Job
  fee: string
  /** The fee changed since the first confirmation. */
  changed: boolean
}

/** Fee and refund of cancelling; nothing if no money is involved. */
function CancellingCosts({ job, fee, changed }: CancellingCostsProps) {
  const { cardPayments } = useBusiness()
  const cents = (amount: string | null) => centsFromDecimal(amount ?? '0.00') ?? 0
  const money = {
    feeCents: cents(fee),
    heldCents: cents(job.heldAmount),
    paidCents: cents(job.paidAmount),
    recordedCents: cents(job.cost.recorded ?? null),
  }
  const more = describeCustomersMoney(money, formatCents)
  const costs = money.feeCents > 0
  return (
    <div className="space-y-3 empty:hidden">
      {changed && (
        <Banner tone="warning" live title={t('What cancelling costs has changed')}>
          {t('Nothing is cancelled yet. Please check it again.')}
        </Banner>
      )}
      {costs ? (
        <p>
          <strong className="font-semibold">
            {t('Cancelling now costs {fee}.', { fee: formatCents(money.feeCents) })}
          </strong>{' '}
          {more.join(' ') || howItIsPaid(job, cardPayments)}
        </p>
      ) : (
        (more.length > 0 || changed) && (
          <p className="text-sm text-soft">
            {money.heldCents > 0 && money.paidCents === 0
              ? t('The {amount} reserved on your card is released; nothing is charged.', {
                  amount: formatCents(money.heldCents),
                })
              : [...more, t('Cancelling costs nothing.')].join(' ')}
          </p>
        )
      )}
    </div>
  )
}

function howItIsPaid({ paymentState }: Job, cardPayments: boolean): string {
  if (isOnInvoice(paymentState)) return t('You get an invoice for it.')
  if (paymentState === 'card_saved' || paymentState === 'expired')
    return t('It is charged to the card that you saved.')
  return cardPayments ? t('We send you a link to pay it.') : ''
}
