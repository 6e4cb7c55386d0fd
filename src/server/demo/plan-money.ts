import type { paymentCards } from '#server/database/tables/payment-cards.ts'
import type {
  PaymentAccount,
  Hold,
  LedgerEntry,
  Capture,
  Refund,
} from '#server/features/payments/orchestrator/payment-account.ts'
import { holdAheadDays, holdDays, scheduledHoldAt } from '#shared/rules/payments.ts'
import { holdEntry } from '#server/features/payments/orchestrator/hold-entries.ts'
import { amountCents } from '#shared/rules/visit-cost.ts'
import type { PlannedJob } from './plan-jobs.ts'
import type { NewUser } from './plan-people.ts'
import type { Random } from './random.ts'

const dayMs = 86_400_000
const secondMs = 1000

export type NewCard = typeof paymentCards.$inferInsert & { id: string }
type DatedEntry = LedgerEntry & { at: Date }

/** The money of one visit, as the orchestrator would have left it. */
export type PlannedMoney = {
  planned: PlannedJob
  account: Omit<PaymentAccount, 'jobNumber'>
  card: NewCard | null
  /** When the card was held. */
  heldAt: Date | null
  entries: DatedEntry[]
}

/** How a visit's money differs from the usual "held, done, captured". */
export type MoneyStory =
  | 'usual'
  /** No card was entered. */
  | 'no card'
  /** A company's visit, on its statement. */
  | 'on invoice'
  /** The card was declined. */
  | 'declined'
  /** The customer's bank disputes the charge, and has not decided yet. */
  | 'disputed'
  /** Refunded in part or in full after a complaint. */
  | { refundedCents: number }

/** The money of a visit as of `now`; `card` is the customer's saved card. */
export function planMoney(
  random: Random,
  planned: PlannedJob,
  card: NewCard,
  story: MoneyStory,
  now: Date,
): PlannedMoney {
  const { job, times, visit } = planned
  const unpaid = story === 'no card' || story === 'declined' || story === 'on invoice'
  const heldAt = unpaid ? null : holdTime(planned, now)
  const adjustmentCents = typeof story === 'object' ? -story.refundedCents : 0
  const fullCents = amountCents({ ...job, status: visit.status }, { adjustmentCents: 0 })
  const paymentId = `sim_pay_${random.uuid()}`
  const account: PlannedMoney['account'] = {
    jobId: job.id,
    customer: customerOf(visit.household.user),
    job: {
      ...job,
      status: visit.status,
      startsAt: times.startsAt,
      completedAt: times.completedAt,
      cancelledAt: times.cancelledAt,
      feeDecisionUntil: null,
      onInvoice: story === 'on invoice',
    },
    adjustmentCents,
    feeCents: 0,
    tipCents: 0,
    recordedCents: 0,
    gaveBack: false,
    recoveredCents: 0,
    tipRecoveredCents: 0,
    notifiedChargedCents: 0,
    notifiedRefundedCents: 0,
    billedCents: visit.status === 'completed' ? fullCents + adjustmentCents : 0,
    billedTaxCents: 0,
    taxCollectedCents: 0,
    card: unpaid ? null : cardFacts(card),
    cardTries: 0,
    retryAt: null,
    holdAsked: false,
    syncAt: null,
    lastDecline: story === 'declined' ? 'declined' : null,
    lastTokenHash: null,
    enteredBy: null,
    operation: null,
    holds: [],
    captures: [],
    refunds: [],
  }
  const result = {
    planned,
    account,
    card: unpaid ? null : card,
    heldAt,
    entries: [] as DatedEntry[],
  }
  const { completedAt } = times
  if (completedAt) result.entries.push(billed(random, fullCents, completedAt))
  if (!heldAt) return result
  const hold = holdOf(planned, paymentId, heldAt, fullCents)
  account.holds = [hold]
  result.entries.push(...reservation(planned, hold, heldAt))
  if (completedAt) capture(random, result, paymentId, fullCents, completedAt)
  if (completedAt && story === 'disputed') dispute(result, completedAt)
  return result
}

/** Holds are placed at booking, or when saved cards are held if the visit is far ahead. */
function holdTime({ times }: PlannedJob, now: Date): Date | null {
  const { bookedAt, startsAt } = times
  const given = new Date(bookedAt.getTime() + 90 * secondMs)
  if (startsAt.getTime() - given.getTime() <= holdAheadDays * dayMs) return given
  const scheduled = scheduledHoldAt(startsAt)
  return scheduled <= now ? scheduled : null
}

function holdOf({ visit, job }: PlannedJob, paymentId: string, heldAt: Date, due: number): Hold {
  const status = { completed: 'captured', cancelled: 'released' } as const
  return {
    paymentId,
    // Extras are added at completion, not before.
    cents: visit.status === 'completed' ? due : job.packageCents + job.addonsCents,
    expiresAt: new Date(heldAt.getTime() + holdDays * dayMs),
    canRaise: true,
    fixed: false,
    refused: false,
    status:
      visit.status === 'completed' || visit.status === 'cancelled' ? status[visit.status] : 'open',
  }
}

function reservation({ times, job }: PlannedJob, hold: Hold, heldAt: Date): DatedEntry[] {
  const { paymentId, cents } = hold
  const { completedAt, cancelledAt } = times
  const quoted = job.packageCents + job.addonsCents
  const entry = (kind: Parameters<typeof holdEntry>[1], more: number, at: Date) => ({
    ...holdEntry(paymentId, kind, more),
    at,
  })
  const entries = [entry('reserved', quoted, heldAt)]
  if (completedAt && cents > quoted)
    entries.push(entry('raised', cents - quoted, after(completedAt, 4)))
  if (completedAt) entries.push(entry('used', -cents, after(completedAt, 6)))
  else if (cancelledAt) entries.push(entry('released', -cents, after(cancelledAt, 5)))
  return entries
}

function billed(random: Random, cents: number, completedAt: Date): DatedEntry {
  return {
    ref: `bill:${random.uuid()}`,
    debit: 'receivable',
    credit: 'revenue',
    cents,
    memo: 'Service billed',
    at: after(completedAt, 2),
  }
}

function capture(
  random: Random,
  { account, entries }: PlannedMoney,
  paymentId: string,
  cents: number,
  completedAt: Date,
): void {
  const refundedCents = -account.adjustmentCents
  const row: Capture = {
    paymentId,
    purpose: 'visit',
    capturedCents: cents,
    refundedCents,
    refundBlocked: false,
    disputedCents: 0,
    lostCents: 0,
    cardBrand: account.card?.brand ?? null,
    cardLast4: account.card?.last4 ?? null,
  }
  account.captures = [row]
  entries.push({
    ref: `captured:${paymentId}`,
    debit: 'cash',
    credit: 'receivable',
    cents,
    memo: 'Card charged',
    at: after(completedAt, 6),
  })
  if (refundedCents === 0) return
  const refund: Refund = {
    refundId: `sim_ref_${random.uuid()}`,
    paymentId,
    cents: refundedCents,
    status: 'completed',
    origin: 'orchestrator',
  }
  account.refunds = [refund]
  const at = refundTime(completedAt)
  entries.push(
    {
      ref: `bill:${random.uuid()}`,
      debit: 'revenue',
      credit: 'receivable',
      cents: refundedCents,
      memo: 'Amount due lowered',
      at,
    },
    {
      ref: `refunded:${refund.refundId}`,
      debit: 'receivable',
      credit: 'cash',
      cents: refundedCents,
      memo: 'Refunded',
      at: after(at, 4),
    },
  )
}

/** Holds back the whole charge, as `moveDisputed` does. */
function dispute({ account, entries }: PlannedMoney, completedAt: Date): void {
  account.captures = account.captures.map((row) => ({ ...row, disputedCents: row.capturedCents }))
  entries.push(
    ...account.captures.map(({ paymentId, disputedCents }) => ({
      ref: `dispute-opened:${disputeIdOf(paymentId)}`,
      debit: 'disputed' as const,
      credit: 'cash' as const,
      cents: disputedCents,
      memo: 'Held back for a dispute',
      at: disputeTime(completedAt),
    })),
  )
}

export const disputeIdOf = (paymentId: string) => paymentId.replace('_pay_', '_dis_')
export const disputeTime = (completedAt: Date) => new Date(completedAt.getTime() + 2 * dayMs)

/** Complaints in the demo are settled a day after the visit. */
export const refundTime = (completedAt: Date) => new Date(completedAt.getTime() + dayMs)

const after = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * secondMs)

const customerOf = ({ id, firstName, lastName, email }: NewUser): PaymentAccount['customer'] => ({
  id,
  name: `${firstName} ${lastName}`,
  email: email ?? null,
})

const cardFacts = (card: NewCard) => ({
  id: card.id,
  networkCardId: card.networkCardId,
  networkCustomerId: card.networkCustomerId,
  brand: card.brand,
  last4: card.last4,
  expires: card.expires ?? null,
  fingerprint: card.fingerprint ?? null,
  keptAt: card.keptAt ?? null,
  toKeep: true,
  removedAt: null,
})
