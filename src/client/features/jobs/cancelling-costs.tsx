import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { describeCustomersMoney } from '#shared/rules/cancelled-money.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { isOnInvoice } from '#shared/rules/payments.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface CancellingCostsProps {
  job: Job
  fee: string
  /** The fee changed since the first confirmation. */
  changed: boolean
}

/** Fee and refund of cancelling; nothing if no money is involved. */
export function CancellingCosts({ job, fee, changed }: CancellingCostsProps) {
  const { cardPayments } = useBusiness()
  const cents = (amount: string | null) => centsFromDecimal(amount ?? '0.00') ?? 0
  const money = {
    feeCents: cents(fee),
    heldCents: cents(job.heldAmount),
    paidCents: cents(job.paidAmount),
  }
  const more = describeCustomersMoney(money, formatCents)
  const costs = money.feeCents > 0
  return (
    <div className="space-y-3 empty:hidden">
      {changed && (
        <Banner tone="warning" live title={t('What cancelling costs has changed')}>
          {t('Nothing is cancelled yet. Please look at it once more.')}
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
