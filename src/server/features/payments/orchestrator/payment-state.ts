import { isActiveJob } from '#shared/rules/jobs.ts'
import { declineMessages, type PaymentState } from '#shared/rules/payments.ts'
import { formatCents } from '#shared/texts/format.ts'
import { type Phrase, phrase, phraseOf } from '#shared/texts/t.ts'
import { isBooked } from './claim-operation.ts'
import {
  awaitsDecision,
  capturedOf,
  chargeableOf,
  disputedOf,
  dueOf,
  excessOf,
  isOwed,
  lostOf,
  missingOf,
  type Operation,
  type PaymentAccount,
  netOf,
  openHold,
  purposeOf,
  refundedOf,
} from './payment-account.ts'
import { cardUsableFrom, nextOperation } from './next-operation.ts'

export function paymentStateOf(account: PaymentAccount, now: Date): PaymentState {
  if (account.job.onInvoice) return stateOnInvoice(account, now)
  const busy = account.operation && stateOfOperation(account, account.operation, now)
  if (busy) return busy
  const hold = openHold(account)
  if (excessOf(account, 'visit') > 0 && byCardOf(account) > 0)
    return awaitsDecision(account, now) ? 'paid' : 'refunding'
  if (hold) return stateOfHold(account, now)
  if (capturedOf(account) > 0) return stateOfCaptures(account)
  if (account.recordedCents > 0 && netOf(account) >= dueOf(account)) return 'paid'
  return stateWithoutCaptures(account, now)
}

/** Charged on cards for the visit less refunds and lost disputes, in cents. */
const byCardOf = (account: PaymentAccount) =>
  capturedOf(account) - refundedOf(account) - lostOf(account)

/** Involves no card. */
function stateOnInvoice(account: PaymentAccount, now: Date): PaymentState {
  if (isActiveJob(account.job.status) || awaitsDecision(account, now)) return 'on_invoice'
  if (netOf(account) < dueOf(account)) return 'on_invoice'
  if (dueOf(account) === 0) return account.job.status === 'cancelled' ? 'voided' : 'paid'
  return 'invoice_paid'
}

function stateOfOperation(
  account: PaymentAccount,
  { kind, paymentId }: Operation,
  now: Date,
): PaymentState | null {
  // A tip is separate from the visit's cost.
  if (kind === 'tip' || purposeOf(account, paymentId) === 'tip') return null
  if (kind === 'save_card' || kind === 'hold') return 'authorizing'
  if (kind === 'charge') return isActiveJob(account.job.status) ? 'authorizing' : 'settling'
  if (kind === 'change' || kind === 'capture') return 'settling'
  if (kind === 'refund') return 'refunding'
  return kind === 'release' ? stateOfHold(account, now) : null
}

function stateOfHold(account: PaymentAccount, now: Date): PaymentState {
  const hold = openHold(account)
  if (awaitsDecision(account, now)) return 'held'
  // Until the visit is over an extra may still need what is held, even where nothing is due now.
  if (!isActiveJob(account.job.status)) return dueOf(account) === 0 ? 'voiding' : 'settling'
  return hold && now >= hold.expiresAt ? 'expired' : 'held'
}

function stateOfCaptures(account: PaymentAccount): PaymentState {
  const missing = dueOf(account) - netOf(account)
  if (missing > 0) return missingState(account)
  const left = Math.max(netOf(account) - missingOf(account), byCardOf(account))
  return left <= 0 ? 'refunded' : 'paid'
}

function stateWithoutCaptures(account: PaymentAccount, now: Date): PaymentState {
  const { status } = account.job
  if (awaitsDecision(account, now)) return account.card ? 'card_saved' : 'none'
  if (!isActiveJob(status) && netOf(account) < dueOf(account)) return missingState(account)
  if (status === 'cancelled') return account.gaveBack ? 'refunded' : 'voided'
  if (status === 'completed') {
    return account.holds.length > 0 ? 'voided' : 'paid'
  }
  if (account.lastDecline) return 'failed'
  if (account.holds.at(-1)?.status === 'expired') return account.card ? 'expired' : 'failed'
  return account.card ? 'card_saved' : 'none'
}

/** The first try with the stored card is part of settling; after that the customer owes a balance. */
function missingState(account: PaymentAccount): PaymentState {
  const mayCharge = isOwed(account) && chargeableOf(account) > 0
  const first = mayCharge && account.card && account.cardTries === 0
  return first ? 'settling' : 'balance_due'
}

/** Notes for the admin beside the state. */
export function noteOf(account: PaymentAccount, now: Date): Phrase[] {
  const note = stateNote(account, paymentStateOf(account, now), now)
  const waits = account.operation && account.operation.attempts > 1 && account.operation.nextTryAt
  const undecided = awaitsDecision(account, now)
    ? [phrase('waiting for the decision on a fee')]
    : []
  return [
    ...undecided,
    ...(note ? [note] : []),
    ...disputeNotes(account),
    ...(waits ? [phrase('waiting for the card network')] : []),
  ]
}

function disputeNotes(account: PaymentAccount): Phrase[] {
  const purposes = ['visit', 'tip'] as const
  const [disputed = 0, lost = 0] = [disputedOf, lostOf].map((of) =>
    purposes.reduce((sum, purpose) => sum + of(account, purpose), 0),
  )
  const recovered = account.recoveredCents + account.tipRecoveredCents
  return [
    ...(disputed > 0
      ? [phrase('{amount} held back for a dispute', { amount: formatCents(disputed) })]
      : []),
    ...(lost > 0
      ? [phrase('{amount} returned to the customer by their bank', { amount: formatCents(lost) })]
      : []),
    ...(recovered > 0
      ? [phrase('{amount} of it paid since', { amount: formatCents(recovered) })]
      : []),
  ]
}

function stateNote(account: PaymentAccount, state: PaymentState, now: Date): Phrase | undefined {
  switch (state) {
    case 'balance_due':
      return phrase('balance {amount}', { amount: formatCents(dueOf(account) - netOf(account)) })
    case 'voiding':
      return phrase('releasing the hold, nothing is charged')
    case 'voided':
      return account.holds.length > 0
        ? phrase('hold released, not charged')
        : phrase('nothing was charged')
    case 'paid':
    case 'invoice_paid': {
      // The network refunds cards; the office gives back the rest.
      const tooMuch = byCardOf(account) > 0 ? 0 : netOf(account) - dueOf(account)
      return tooMuch > 0 && !awaitsDecision(account, now)
        ? phrase('{amount} too much was received', { amount: formatCents(tooMuch) })
        : undefined
    }
    case 'expired':
      return phrase('hold expired')
    case 'failed':
      return account.lastDecline
        ? phraseOf(declineMessages[account.lastDecline])
        : phrase('hold expired, no card stored')
    default:
      return undefined
  }
}

/** When the orchestrator must run even if nothing wakes it; null for never. */
export function wakeAt(account: PaymentAccount, now: Date): Date | null {
  if (account.operation)
    return laterOf(account.operation.leaseUntil, account.operation.nextTryAt) ?? now
  if (!isBooked(account) || nextOperation(account, now)) return now
  const hold = openHold(account)
  const card = !hold && chargeableOf(account) > 0 ? cardUsableFrom(account) : null
  const times = [account.syncAt, hold?.expiresAt, card, account.job.feeDecisionUntil]
  const ahead = times.filter((time): time is Date => Boolean(time && time > now))
  return ahead.length > 0 ? new Date(Math.min(...ahead.map((time) => time.getTime()))) : null
}

function laterOf(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a > b ? a : b) : (a ?? b)
}
