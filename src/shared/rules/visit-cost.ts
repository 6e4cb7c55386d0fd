import type { JobStatus } from './jobs.ts'
import { type AdjustReason, adjustReasons } from './payments.ts'
import { salesTaxOn, salesTaxWithin, type Taxed } from './sales-tax.ts'

export type PricedJob = Taxed & {
  status: JobStatus
  packageCents: number
  addonsCents: number
  /** Extras that are charged: what nobody agreed to is not among them. */
  extrasCents: number
}

/** An admin moved the amount due, from and to in cents; `words` is the reason in their own. */
export type Moved = {
  reason: AdjustReason
  fromCents: number
  toCents: number
  at: Date
  words?: string
}

/** All that is known of one visit's money; cents. */
export type CostFacts = PricedJob & {
  /** What the amount due was moved by; refunds that the office decided on are in it. */
  adjustmentCents: number
  /** What a cancelled visit costs nevertheless, less what was given back of it. */
  feeCents?: number
  /** The tip that was given on top, and what is left of it; never part of the amount. */
  tipGivenCents?: number
  tipCents?: number
  heldCents: number
  capturedCents: number
  /** Pending refunds included. */
  refundedCents: number
  /** What was recorded as paid on its invoice. */
  invoicePaidCents?: number
  moved: readonly Moved[]
  cancelledAt: Date | null
  /** It ended without its service, though nobody cancelled it. */
  outcome?: 'not_done' | null
}

/** Why a visit costs more or less than its lines. */
export const adjustmentKinds = [
  'sales_tax',
  ...adjustReasons,
  'promotion',
  'refunded',
  'cancelled',
  'not_done',
  'fee',
  'not_done_fee',
] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]
export type Adjustment = {
  kind: AdjustmentKind
  cents: number
  at: Date | null
  words?: string
  /** Of sales tax. */
  rateBp?: number
}

/** What a visit costs, in cents. */
export type VisitCost = {
  /** Package and add-ons: known before anybody came. */
  quotedCents: number
  /** Package, add-ons and extras. */
  linesCents: number
  /** What leads from the lines to the amount; together they always make it. */
  adjustments: Adjustment[]
  /** The part of the amount that is a fee for a visit that was cancelled or not done. */
  feeCents: number
  /** What the visit costs now. */
  amountCents: number
  /** The sales tax in that amount; null where it knows none. */
  salesTax: { cents: number; rateBp: number } | null
  heldCents: number
  chargedCents: number
  refundedCents: number
  /** Charged less refunded, and what came in for its invoice. */
  paidCents: number
  /** Still to pay. */
  dueCents: number
  /** Paid too much, and to be given back. */
  excessCents: number
  /** What is left of the tip that was given on top; null when none was. */
  tipCents: number | null
}

type Lines = Omit<PricedJob, 'status'>

/** Package, add-ons and extras in cents. */
export const linesCents = (job: Lines): number =>
  job.packageCents + job.addonsCents + job.extrasCents

/** The same with sales tax: what a visit costs before anybody adjusts it, in cents. */
export const fullCents = (job: Lines): number => linesCents(job) + salesTaxOn(job)

/** What a visit costs in cents unless it is cancelled. */
export const uncancelledCents = (
  job: PricedJob,
  { adjustmentCents }: { adjustmentCents: number },
) => Math.max(0, fullCents(job) + adjustmentCents)

/** What a visit costs now in cents; extras added after an adjustment still count. A cancelled one costs its fee alone. */
export function amountCents(
  job: PricedJob,
  { adjustmentCents, feeCents = 0 }: { adjustmentCents: number; feeCents?: number },
): number {
  return job.status === 'cancelled' ? feeCents : uncancelledCents(job, { adjustmentCents })
}

/** The sales tax in so many cents of what a visit costs; a fee has none. */
export const salesTaxIn = (cents: number, job: PricedJob): number =>
  job.status === 'cancelled'
    ? 0
    : salesTaxWithin(cents, { cents: fullCents(job), taxCents: salesTaxOn(job) })

/** What a visit costs, and where its money is. Whoever shows, mails or adds up amounts asks this. */
export function visitCost(facts: CostFacts): VisitCost {
  const amount = amountCents(facts, facts)
  const paidCents = facts.capturedCents - facts.refundedCents + (facts.invoicePaidCents ?? 0)
  return {
    quotedCents: facts.packageCents + facts.addonsCents,
    linesCents: linesCents(facts),
    adjustments: adjustmentsOf(facts, amount),
    feeCents: facts.status === 'cancelled' ? amount : 0,
    amountCents: amount,
    salesTax: facts.taxRateBp
      ? { cents: salesTaxIn(amount, facts), rateBp: facts.taxRateBp }
      : null,
    heldCents: facts.heldCents,
    chargedCents: facts.capturedCents,
    refundedCents: facts.refundedCents,
    paidCents,
    dueCents: Math.max(0, amount - paidCents),
    excessCents: Math.max(0, paidCents - amount),
    tipCents: facts.tipGivenCents ? (facts.tipCents ?? 0) : null,
  }
}

/** What leads from the lines to the amount: sales tax on them, and what was moved after that. */
function adjustmentsOf(facts: CostFacts, amount: number): Adjustment[] {
  const tax = salesTaxOn(facts)
  const { taxRateBp } = facts
  const moved = movesOf(facts, amount)
  if (tax === 0 || !taxRateBp) return moved
  return [{ kind: 'sales_tax', cents: tax, at: null, rateBp: taxRateBp }, ...moved]
}

/** What no admin's adjustment explains came from cancelling, or from a refund. */
function movesOf(facts: CostFacts, amount: number): Adjustment[] {
  const { status } = facts
  const known: Adjustment[] = facts.moved
    .map((moved) => ({
      kind: moved.reason,
      cents: moved.toCents - moved.fromCents,
      at: moved.at,
      ...(moved.words && { words: moved.words }),
    }))
    .filter(({ cents }) => cents !== 0)
  if (status === 'cancelled') return adjustmentsOfCancelled(facts, known)
  const explained = sumOf(known, fullCents(facts))
  const rest = amount - explained
  const last = known.at(-1)
  // A discount above the price takes no more than the price.
  if (last && rest > 0) return [...known.slice(0, -1), { ...last, cents: last.cents + rest }]
  if (rest === 0) return known
  return [...known, { kind: rest < 0 ? 'refunded' : 'other', cents: rest, at: null }]
}

/** What was moved before it was cancelled, that and the fee, and what was given back of the fee. */
function adjustmentsOfCancelled(facts: CostFacts, known: readonly Adjustment[]): Adjustment[] {
  const { cancelledAt: at, feeCents = 0 } = facts
  const ended = facts.outcome ?? 'cancelled'
  const fee = ended === 'not_done' ? 'not_done_fee' : 'fee'
  const isLater = ({ at: movedAt }: Adjustment) => Boolean(at && movedAt && movedAt > at)
  const before = known.filter((one) => !isLater(one))
  const later = known.filter(isLater)
  const all: Adjustment[] = [
    ...before,
    { kind: ended, cents: -sumOf(before, fullCents(facts)), at },
    { kind: fee, cents: feeCents - sumOf(later, 0), at },
    ...later,
  ]
  return all.filter(({ cents }) => cents !== 0)
}

/** What is taken off as a discount in cents: what the adjustments with that reason make together. */
export const discountCents = (adjustments: readonly Pick<Adjustment, 'kind' | 'cents'>[]): number =>
  0 -
  sumOf(
    adjustments.filter(({ kind }) => kind === 'discount_applied'),
    0,
  )

const sumOf = (adjustments: readonly Pick<Adjustment, 'cents'>[], from: number): number =>
  adjustments.reduce((sum, { cents }) => sum + cents, from)
