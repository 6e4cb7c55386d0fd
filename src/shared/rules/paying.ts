import { t, wording } from '../texts/t.ts'
import { isActiveJob, isNotStarted, type JobStatus } from './jobs.ts'
import { centsFromDecimal } from './money.ts'
import { needsCard, needsPayment, type PaymentState } from './payments.ts'
import { askUs, type Reach } from './reach.ts'

/** Whether a business takes cards, as `GET /api/config` says it. */
export type CardPayments = { cardPayments: boolean }

type Visit = {
  status: JobStatus
  paymentState: PaymentState
  needsConfirmation: boolean
  /** `due`: a decimal string. */
  cost: { due: string }
}

/** Whoever owes nothing is asked for nothing: no card, no payment. `due`: a decimal string. */
export const owesNothing = ({ due }: { due: string }): boolean => !centsFromDecimal(due)

/**
 * What its customer is asked to do about paying a visit as it stands: give a card before it, pay online after it, or pay
 * the business directly where it takes no cards; null when nothing, as for what costs nothing.
 */
export function paymentAsked(
  { status, paymentState, needsConfirmation, cost }: Visit,
  { cardPayments }: CardPayments,
): 'card' | 'online' | 'directly' | null {
  if (owesNothing(cost)) return null
  const isBilled =
    status === 'completed'
      ? needsPayment(paymentState)
      : // It costs a fee.
        status === 'cancelled' && paymentState === 'balance_due'
  if (isBilled) return cardPayments ? 'online' : 'directly'
  const waits = cardPayments && isNotStarted(status) && !needsConfirmation
  return waits && needsCard(paymentState) ? 'card' : null
}

/** How a visit is paid where no cards are taken, a few sentences. `isDone`: it is due now. */
export function howToPay(
  status: JobStatus,
  { brandName: brand, ...reach }: Reach & { brandName: string },
): string {
  const ways = wording(askUs('phone', reach))
  if (!isActiveJob(status))
    return `${t('You pay {brand} directly.', { brand })} ${t('To agree how, {askUs}', { askUs: ways })}`
  const later = t('You pay after the visit. {brand} tells you how.', { brand })
  return reach.supportPhone || reach.supportEmail
    ? `${later} ${t('For questions, {askUs}', { askUs: ways })}`
    : later
}
