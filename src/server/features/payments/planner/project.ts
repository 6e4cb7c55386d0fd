import type { PaymentOperationKind } from '#server/database/tables/payment-operations.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { declineMessages, type PayState } from '#shared/rules/payments.ts'
import { formatCents } from '#shared/texts/format.ts'
import { type Phrase, phrase, phraseOf } from '#shared/texts/t.ts'
import { billableCents } from './claim.ts'
import { capturedOf, dueOf, type Facts, netOf, openHold } from './facts.ts'
import { cardUsableFrom, nextStep } from './next-step.ts'

/** The state the facts amount to; never decided, only read off. */
export function stateOf(facts: Facts, now: Date): PayState {
  const busy = facts.op && stateOfOp(facts, facts.op.kind, now)
  if (busy) return busy
  const hold = openHold(facts)
  if (netOf(facts) > dueOf(facts)) return 'refunding'
  if (hold) return stateOfHold(facts, now)
  if (capturedOf(facts) > 0) return stateOfMoney(facts)
  return stateWithoutMoney(facts)
}

function stateOfOp(facts: Facts, kind: PaymentOperationKind, now: Date): PayState | null {
  if (kind === 'save_card' || kind === 'hold') return 'authorizing'
  if (kind === 'charge') return isActiveJob(facts.job.status) ? 'authorizing' : 'settling'
  if (kind === 'change' || kind === 'capture') return 'settling'
  if (kind === 'refund') return 'refunding'
  return kind === 'release' ? stateOfHold(facts, now) : null
}

function stateOfHold(facts: Facts, now: Date): PayState {
  const hold = openHold(facts)
  if (facts.job.status === 'cancelled' || dueOf(facts) === 0) return 'voiding'
  if (facts.job.status === 'completed') return 'settling'
  return hold && now >= hold.expiresAt ? 'expired' : 'held'
}

function stateOfMoney(facts: Facts): PayState {
  const missing = dueOf(facts) - netOf(facts)
  if (missing > 0) return missingState(facts)
  return netOf(facts) === 0 ? 'refunded' : 'paid'
}

function stateWithoutMoney(facts: Facts): PayState {
  const { status } = facts.job
  if (status === 'cancelled') return 'voided'
  if (status === 'completed') {
    if (dueOf(facts) > 0) return missingState(facts)
    return facts.holds.length > 0 ? 'voided' : 'paid'
  }
  if (facts.lastDecline) return 'failed'
  if (facts.holds.at(-1)?.status === 'expired') return facts.card ? 'expired' : 'failed'
  return facts.card ? 'card_saved' : 'none'
}

/** A first try with the stored card is part of settling; after that the customer owes a balance. */
function missingState(facts: Facts): PayState {
  const first = facts.job.status === 'completed' && facts.card && facts.cardTries === 0
  return first ? 'settling' : 'balance_due'
}

/** What an admin reads beside the state. */
export function noteOf(facts: Facts, now: Date): Phrase[] {
  const note = stateNote(facts, stateOf(facts, now))
  const waits = facts.op && facts.op.attempts > 1 && facts.op.nextTryAt
  return [...(note ? [note] : []), ...(waits ? [phrase('waiting for the card network')] : [])]
}

function stateNote(facts: Facts, state: PayState): Phrase | undefined {
  switch (state) {
    case 'balance_due':
      return phrase('balance {amount}', { amount: formatCents(dueOf(facts) - netOf(facts)) })
    case 'voiding':
      return phrase('releasing the hold, nothing is charged')
    case 'voided':
      return facts.holds.length > 0
        ? phrase('hold released, not charged')
        : phrase('nothing was charged')
    case 'expired':
      return phrase('hold expired')
    case 'failed':
      return facts.lastDecline
        ? phraseOf(declineMessages[facts.lastDecline])
        : phrase('hold expired, no card stored')
    default:
      return undefined
  }
}

/** When the planner has to look again although nobody wakes it; null for never. */
export function wakeAt(facts: Facts, now: Date): Date | null {
  if (facts.op) return laterOf(facts.op.leaseUntil, facts.op.nextTryAt) ?? now
  if (billableCents(facts) !== facts.billedCents || nextStep(facts, now)) return now
  const hold = openHold(facts)
  const card = !hold && dueOf(facts) > netOf(facts) ? cardUsableFrom(facts) : null
  const times = [facts.syncAt, hold?.expiresAt, card]
  const ahead = times.filter((time): time is Date => Boolean(time && time > now))
  return ahead.length > 0 ? new Date(Math.min(...ahead.map((time) => time.getTime()))) : null
}

function laterOf(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b)
}
