import { isActiveJob } from '#shared/rules/jobs.ts'
import { holdAfterStartHours, scheduledHoldAt, storedCardTries } from '#shared/rules/payments.ts'
import type { Facts, Hold, OpDraft } from './facts.ts'
import { dueOf, netOf, openHold } from './facts.ts'

const draft = (kind: OpDraft['kind'], cents: number, paymentId: string | null = null): OpDraft => ({
  kind,
  cents,
  paymentId,
  token: null,
  buyerPresent: false,
})

/** The next call to the card network that the facts ask for, or null when there is nothing to do now. */
export function nextStep(facts: Facts, now: Date): OpDraft | null {
  if (facts.syncAt && facts.syncAt <= now) return draft('read', 0)
  const missing = dueOf(facts) - netOf(facts)
  const refund = missing < 0 ? nextRefund(facts, -missing) : null
  if (refund) return refund
  const hold = openHold(facts)
  if (hold) return nextForHold(facts, hold, missing, now)
  return missing > 0 ? nextForCard(facts, missing, now) : null
}

/** A hold waits for the visit; then it is brought to what is due and captured, or given back. */
function nextForHold(facts: Facts, hold: Hold, missing: number, now: Date): OpDraft | null {
  const release = draft('release', 0, hold.paymentId)
  if (now >= hold.expiresAt || hold.refused || facts.job.status === 'cancelled') return release
  if (facts.job.status !== 'completed') return null
  if (missing <= 0) return release
  const mayChange = !hold.fixed && (missing < hold.cents || hold.canRaise)
  if (missing !== hold.cents && mayChange) return draft('change', missing, hold.paymentId)
  return draft('capture', hold.cents, hold.paymentId)
}

/** The stored card is held shortly before the visit and charged after it. */
function nextForCard(facts: Facts, missing: number, now: Date): OpDraft | null {
  const from = cardUsableFrom(facts)
  if (!from || now < from) return null
  if (facts.job.status === 'completed') return draft('charge', missing)
  return facts.holdAsked || now <= lastHoldAt(facts)
    ? { ...draft('hold', missing), buyerPresent: facts.holdAsked }
    : null
}

/** From when the stored card may be asked; null when it may not at all. */
export function cardUsableFrom(facts: Facts): Date | null {
  const { card, cardTries, retryAt, job } = facts
  if (!card || cardTries >= storedCardTries) return null
  const retry = retryAt ?? new Date(0)
  if (job.status === 'completed') return retry
  if (!isActiveJob(job.status)) return null
  if (facts.holdAsked) return retry
  const window = scheduledHoldAt(job.startsAt)
  return window > retry ? window : retry
}

const lastHoldAt = (facts: Facts) =>
  new Date(facts.job.startsAt.getTime() + holdAfterStartHours * 3_600_000)

/** Refunds the newest payment first; null when no payment can give more back. */
function nextRefund(facts: Facts, excess: number): OpDraft | null {
  const source = facts.money.findLast(
    (row) => !row.refundBlocked && row.refundedCents < row.capturedCents,
  )
  if (!source) return null
  const left = source.capturedCents - source.refundedCents
  return draft('refund', Math.min(excess, left), source.paymentId)
}
