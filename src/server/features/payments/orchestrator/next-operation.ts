import { isActiveJob } from '#shared/rules/jobs.ts'
import { holdAfterStartHours, scheduledHoldAt, storedCardTries } from '#shared/rules/payments.ts'
import {
  awaitsDecision,
  capturesFor,
  chargeableOf,
  dueOf,
  excessOf,
  type Hold,
  isOwed,
  netOf,
  openHold,
  type OperationDraft,
  type PaymentAccount,
  returnableOf,
} from './payment-account.ts'

const draft = (
  kind: OperationDraft['kind'],
  cents: number,
  paymentId: string | null = null,
): OperationDraft => ({
  kind,
  cents,
  paymentId,
  token: null,
  buyerPresent: false,
})

/** The next call to the card network for this account, or null when nothing is to be done now. */
export function nextOperation(account: PaymentAccount, now: Date): OperationDraft | null {
  if (account.job.onInvoice) return null
  if (account.syncAt && account.syncAt <= now) return draft('read', 0)
  const missing = dueOf(account) - netOf(account)
  const waits = awaitsDecision(account, now)
  const excess = excessOf(account, 'visit')
  const refund = excess > 0 && !waits ? nextRefund(account, excess, 'visit') : null
  if (refund) return refund
  const tipExcess = excessOf(account, 'tip')
  const tipRefund = tipExcess > 0 ? nextRefund(account, tipExcess, 'tip') : null
  if (tipRefund) return tipRefund
  const hold = openHold(account)
  if (hold) return nextForHold(account, hold, missing, now)
  const chargeable = chargeableOf(account)
  return chargeable > 0 ? nextForCard(account, chargeable, now) : null
}

/** A hold waits for the visit and for a fee decision; then it is adjusted to the amount due and captured, or released. */
function nextForHold(
  account: PaymentAccount,
  hold: Hold,
  missing: number,
  now: Date,
): OperationDraft | null {
  const release = draft('release', 0, hold.paymentId)
  if (now >= hold.expiresAt || hold.refused) return release
  if (isActiveJob(account.job.status) || awaitsDecision(account, now)) return null
  if (missing <= 0) return release
  const mayChange = !hold.fixed && (missing < hold.cents || hold.canRaise)
  if (missing !== hold.cents && mayChange) return draft('change', missing, hold.paymentId)
  return draft('capture', hold.cents, hold.paymentId)
}

/** The stored card is held shortly before the visit and charged after it, or for a fee. */
function nextForCard(account: PaymentAccount, missing: number, now: Date): OperationDraft | null {
  const from = cardUsableFrom(account)
  if (!from || now < from) return null
  if (isOwed(account)) return draft('charge', missing)
  return account.holdAsked || now <= lastHoldAt(account)
    ? { ...draft('hold', missing), buyerPresent: account.holdAsked }
    : null
}

/** When the stored card may be used; null if never. */
export function cardUsableFrom(account: PaymentAccount): Date | null {
  const { card, cardTries, retryAt, job } = account
  if (!card || cardTries >= storedCardTries) return null
  const retry = retryAt ?? new Date(0)
  if (isOwed(account)) return retry
  if (!isActiveJob(job.status)) return null
  if (account.holdAsked) return retry
  const window = scheduledHoldAt(job.startsAt)
  return window > retry ? window : retry
}

const lastHoldAt = (account: PaymentAccount) =>
  new Date(account.job.startsAt.getTime() + holdAfterStartHours * 3_600_000)

/** Refunds the newest payment first; null when no payment has more to refund, or while what it has is disputed. */
function nextRefund(
  account: PaymentAccount,
  excess: number,
  purpose: 'visit' | 'tip',
): OperationDraft | null {
  const source = capturesFor(account, purpose).findLast((row) => returnableOf(row) > 0)
  return source ? draft('refund', Math.min(excess, returnableOf(source)), source.paymentId) : null
}
