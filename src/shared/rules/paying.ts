import { t, wording } from '../texts/t.ts'
import { isActiveJob, isNotStarted, type JobStatus } from './jobs.ts'
import { centsFromDecimal } from './money.ts'
import { needsCard, needsPayment, type PaymentState } from './payments.ts'
import { askUs, type Reach } from './reach.ts'
import { describeWays, directMethodsOf, type TakenWays } from './recorded-payments.ts'

/** Whether the business takes cards, from `GET /api/config`. */
export type CardPayments = { cardPayments: boolean }

type Visit = {
  status: JobStatus
  paymentState: PaymentState
  needsConfirmation: boolean
  /** `due`: a decimal string. */
  cost: { due: string }
}

/** Whether nothing is due, so no card or payment is requested. `due`: a decimal string. */
export const owesNothing = ({ due }: { due: string }): boolean => !centsFromDecimal(due)

/**
 * What the customer is asked to do about payment: enter a card before the visit, pay online after it, or pay the business
 * directly if it takes no cards; null for nothing.
 */
export function paymentRequest(
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

/** How a visit is paid without card payments, a few sentences. `isDone`: it is due now. */
export function howToPay(
  status: JobStatus,
  { brandName: brand, ...business }: Reach & TakenWays & { brandName: string },
): string {
  const direct = directMethodsOf(business)
  if (direct.length > 0) {
    const ways = describeWays(direct)
    return isActiveJob(status)
      ? t('You pay after the visit, {ways}.', { ways })
      : t('You pay {brand} directly, {ways}.', { brand, ways })
  }
  const ways = wording(askUs('phone', business))
  if (!isActiveJob(status))
    return `${t('You pay {brand} directly.', { brand })} ${t('To agree how, {askUs}', { askUs: ways })}`
  const later = t('You pay after the visit. {brand} tells you how.', { brand })
  return business.supportPhone || business.supportEmail
    ? `${later} ${t('For questions, {askUs}', { askUs: ways })}`
    : later
}

/** The same for the office to read to a caller, beside a card if cards are taken: one sentence. */
export function howTheyPay({ cardPayments, ...business }: TakenWays & CardPayments): string {
  const direct = directMethodsOf(business)
  const ways = describeWays(direct)
  if (direct.length === 0)
    return cardPayments ? '' : t('They pay after the visit. Agree with them how.')
  return cardPayments
    ? t('They can also pay after the visit, {ways}.', { ways })
    : t('They pay after the visit, {ways}.', { ways })
}

/** How else than by card a visit can be paid, one sentence; empty if the business named no way. */
export function otherWaysToPay(status: JobStatus, business: TakenWays): string {
  const direct = directMethodsOf(business)
  if (direct.length === 0) return ''
  const ways = describeWays(direct)
  return isActiveJob(status)
    ? t('You can also pay after the visit, {ways}.', { ways })
    : t('You can also pay us directly, {ways}.', { ways })
}
