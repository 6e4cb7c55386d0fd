import type { PaymentEvents } from '#shared/rules/events.ts'
import { nextOperation } from './orchestrator/next-operation.ts'
import {
  capturedOf,
  type Change,
  type PaymentAccount,
  refundedOf,
} from './orchestrator/payment-account.ts'

type NoticeName = 'payment_charged' | 'payment_refunded' | 'payment_refund_failed'
export type PaymentNotice = {
  [E in NoticeName]: { event: E; data: PaymentEvents[E] }
}[NoticeName]

/**
 * Charges and refunds to announce to the customer after a change, and the account that records the announcement. Announced
 * only once nothing is left to do at `at`, however many calls that took.
 */
export function paymentNotices(
  before: PaymentAccount,
  { account, discrepancies }: Change,
  at: Date,
): { account: PaymentAccount; notices: PaymentNotice[] } {
  const notices: PaymentNotice[] = []
  const watched = watchedCents(before, account)
  let charged = account.notifiedChargedCents + watched
  let refunded = Math.min(account.notifiedRefundedCents, refundedOf(account))
  if (watched > 0)
    notices.push({ event: 'payment_charged', data: { cents: watched, watched: true } })
  const tipTaken = refundedOf(account, 'tip') < refundedOf(before, 'tip')
  const promised =
    tipTaken || refunded < account.notifiedRefundedCents || account.job.status === 'cancelled'
  for (const { stuck } of discrepancies)
    if (stuck)
      notices.push({ event: 'payment_refund_failed', data: { cents: stuck.cents, promised } })
  if (isAtRest(account, at)) {
    const [newCharge, newRefund] = [capturedOf(account) - charged, refundedOf(account) - refunded]
    if (newCharge > 0)
      notices.push({ event: 'payment_charged', data: { cents: newCharge, added: charged > 0 } })
    if (newRefund > 0) notices.push({ event: 'payment_refunded', data: { cents: newRefund } })
    charged += Math.max(0, newCharge)
    refunded += newRefund
  }
  const same =
    charged === account.notifiedChargedCents && refunded === account.notifiedRefundedCents
  const notified = same
    ? account
    : { ...account, notifiedChargedCents: charged, notifiedRefundedCents: refunded }
  return { account: notified, notices }
}

const isAtRest = (account: PaymentAccount, at: Date): boolean =>
  !account.operation && nextOperation(account, at) === null

/** Cents just charged to a card while its owner was waiting; after a pause they have left. */
function watchedCents(before: PaymentAccount, after: PaymentAccount): number {
  const { operation } = before
  const isEntered = operation?.kind === 'charge' && operation.token && !before.enteredBy
  const isWatched = isEntered && operation.attempts <= 2
  return isWatched ? Math.max(0, capturedOf(after) - capturedOf(before)) : 0
}
