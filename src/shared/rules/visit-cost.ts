import { isActiveJob, type JobStatus } from './jobs.ts'
import { type AdjustReason, adjustReasons, fitsChange } from './payments.ts'
import { salesTaxOn, salesTaxWithin, type Taxed } from './sales-tax.ts'

export type PricedJob = Taxed & {
  status: JobStatus
  packageCents: number
  addonsCents: number
  /** Charged extras only, without unapproved ones. */
  extrasCents: number
}

/** An admin changed the amount due, from and to in cents; `words` is the free-text reason. */
export type AmountChange = {
  reason: AdjustReason
  fromCents: number
  toCents: number
  at: Date
  words?: string
}

/** Everything known about one visit's money; cents. */
export type CostFacts = PricedJob & {
  /** Change of the amount due, including refunds decided by the office. */
  adjustmentCents: number
  /** The fee of a cancelled visit, minus refunds of it. */
  feeCents?: number
  /** The tip, and what remains of it; never part of the amount. */
  tipGivenCents?: number
  tipCents?: number
  heldCents: number
  capturedCents: number
  /** Pending refunds included. */
  refundedCents: number
  /** Held back by banks for open disputes, and returned to the customer by lost ones. */
  disputedCents?: number
  lostCents?: number
  /** Recorded payments for the visit without the card network. */
  recordedCents?: number
  /** The part of them that pays what lost disputes returned. */
  recoveredCents?: number
  /** The tip's part: held back for open disputes, returned by lost ones, and recorded as paid since. */
  tipDisputedCents?: number
  tipLostCents?: number
  tipRecoveredCents?: number
  moved: readonly AmountChange[]
  cancelledAt: Date | null
  /** Ended without service, though not cancelled by anyone. */
  outcome?: 'not_done' | null
  /** Set for an imported visit, which was paid elsewhere. */
  importedService?: string | null
}

/** Reasons a visit costs more or less than its lines. */
export const adjustmentKinds = [
  'sales_tax',
  ...adjustReasons,
  'promotion',
  'plan',
  'refunded',
  'cancelled',
  'not_done',
  'fee',
  'not_done_fee',
] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]
type Adjustment = {
  kind: AdjustmentKind
  cents: number
  at: Date | null
  words?: string
  /** For sales tax. */
  rateBp?: number
}

/** A visit's cost, in cents. */
export type VisitCost = {
  /** Package and add-ons: known before the visit. */
  quotedCents: number
  /** Package, add-ons, extras, fees and discounts. */
  linesCents: number
  /** The lines that are kept with the payment. Discounts are negative. */
  feesAndDiscounts: Adjustment[]
  /** The difference between lines and amount, item by item. */
  adjustments: Adjustment[]
  /** The fee within the amount, of a visit cancelled or not done. */
  feeCents: number
  /** The current cost. */
  amountCents: number
  /** Sales tax within that amount; null if there is none. */
  salesTax: { cents: number; rateBp: number } | null
  heldCents: number
  chargedCents: number
  refundedCents: number
  /** Held back by the customer's bank while it decides a dispute, tip included; still part of the paid sum. */
  disputedCents: number
  /** Returned to the customer by lost disputes, tip included: no longer paid, and not charged again. */
  lostCents: number
  /** The part of it the customer has paid since, included in `recordedCents`. */
  recoveredCents: number
  /** Paid in cash, by check or otherwise without the card network, for a lost tip too. */
  recordedCents: number
  /** Charged minus refunded and lost, plus recorded payments. */
  paidCents: number
  /** Still to pay. */
  dueCents: number
  /** Overpaid, to be refunded. */
  excessCents: number
  /** The part of it that the office gives back itself: cards are refunded first. */
  toReturnCents: number
  /** The most that the office can give back itself: more than that part lowers the price of a visit that is over. */
  givableCents: number
  /** The remaining tip; null if none was given. */
  tipCents: number | null
  /** The part of it that a lost dispute returned and was not paid since. */
  tipMissingCents: number
}

type Lines = Omit<PricedJob, 'status'>

/** Package, add-ons and extras in cents. */
const storedLinesCents = (job: Lines): number =>
  job.packageCents + job.addonsCents + job.extrasCents

/** The same with sales tax: the cost before adjustments, in cents. */
export const fullCents = (job: Lines): number => storedLinesCents(job) + salesTaxOn(job)

/** The cost in cents, ignoring cancellation. */
export const uncancelledCents = (
  job: PricedJob,
  { adjustmentCents }: { adjustmentCents: number },
) => Math.max(0, fullCents(job) + adjustmentCents)

/** The current cost in cents; extras added after an adjustment count. A cancelled visit costs only its fee. */
export function amountCents(
  job: PricedJob,
  { adjustmentCents, feeCents = 0 }: { adjustmentCents: number; feeCents?: number },
): number {
  return job.status === 'cancelled' ? feeCents : uncancelledCents(job, { adjustmentCents })
}

/** Sales tax within part of a visit's cost, in cents; a fee has none. */
export const salesTaxIn = (cents: number, job: PricedJob): number =>
  job.status === 'cancelled'
    ? 0
    : salesTaxWithin(cents, { cents: fullCents(job), taxCents: salesTaxOn(job) })

/** A visit's cost and payments. Everything that shows, mails or sums amounts uses this. */
export function visitCost(facts: CostFacts): VisitCost {
  const amount = amountCents(facts, facts)
  const changes = adjustmentsOf(facts, amount)
  const feesAndDiscounts = changes.filter(isLine)
  const { disputedCents = 0, lostCents = 0, recordedCents = 0, recoveredCents = 0 } = facts
  const { tipDisputedCents = 0, tipLostCents = 0, tipRecoveredCents = 0 } = facts
  const receivedCents = facts.capturedCents - facts.refundedCents + recordedCents - recoveredCents
  const missingCents = lostCents - recoveredCents
  const excessCents = Math.max(0, receivedCents - Math.max(amount, missingCents))
  const byCardCents = Math.max(0, facts.capturedCents - facts.refundedCents - lostCents)
  // Cash beside a charge that a dispute lost pays the visit: the customer's bank gave the charge back.
  const toReturnCents = Math.max(0, receivedCents - missingCents - amount - byCardCents)
  return {
    quotedCents: facts.packageCents + facts.addonsCents,
    linesCents: sumOf(feesAndDiscounts, storedLinesCents(facts)),
    feesAndDiscounts,
    adjustments: changes.filter((one) => !isLine(one)),
    feeCents: facts.status === 'cancelled' ? amount : 0,
    amountCents: amount,
    salesTax: facts.taxRateBp
      ? { cents: salesTaxIn(amount, facts), rateBp: facts.taxRateBp }
      : null,
    heldCents: facts.heldCents,
    chargedCents: facts.capturedCents,
    refundedCents: facts.refundedCents,
    disputedCents: disputedCents + tipDisputedCents,
    lostCents: lostCents + tipLostCents,
    recoveredCents: recoveredCents + tipRecoveredCents,
    paidCents: receivedCents - missingCents,
    dueCents: facts.importedService == null ? Math.max(0, amount - receivedCents) : 0,
    excessCents: Math.min(excessCents, byCardCents) + toReturnCents,
    toReturnCents,
    givableCents: Math.max(
      0,
      Math.min(recordedCents, toReturnCents + (isActiveJob(facts.status) ? 0 : amount)),
    ),
    recordedCents: recordedCents + tipRecoveredCents,
    tipCents: facts.tipGivenCents ? (facts.tipCents ?? 0) : null,
    tipMissingCents: tipLostCents - tipRecoveredCents,
  }
}

/** A fee or discount as a line; undefined for other price changes. */
export const lineKindOf = ({
  kind,
  cents,
}: Pick<Adjustment, 'kind' | 'cents'>): 'fee' | 'discount' | undefined => {
  if (kind === 'discount_applied' || kind === 'promotion' || kind === 'plan')
    return cents < 0 ? 'discount' : undefined
  return kind === 'fee' || kind === 'not_done_fee' ? 'fee' : undefined
}
const isLine = (one: Adjustment) => lineKindOf(one) !== undefined

/** Sales tax on the lines, and changes after it. */
function adjustmentsOf(facts: CostFacts, amount: number): Adjustment[] {
  const tax = salesTaxOn(facts)
  const { taxRateBp } = facts
  const changes = changesOf(facts, amount)
  if (tax === 0 || !taxRateBp) return changes
  return [{ kind: 'sales_tax', cents: tax, at: null, rateBp: taxRateBp }, ...changes]
}

/** Changes not explained by an admin's adjustment come from cancelling or a refund. */
function changesOf(facts: CostFacts, amount: number): Adjustment[] {
  const { status } = facts
  const known: Adjustment[] = withoutUndone(facts.moved)
    .map((change) => ({
      kind: fitsChange(change.reason, change.fromCents, change.toCents) ? change.reason : 'other',
      cents: change.toCents - change.fromCents,
      at: change.at,
      ...(change.words && { words: change.words }),
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

/** A discount that was lowered later is one discount, and a code that ended or came back one code, as large as it is now. */
const withoutUndone = (changes: readonly AmountChange[]): readonly AmountChange[] =>
  (['discount_applied', 'promotion'] as const).reduce(asOne, changes)

function asOne(changes: readonly AmountChange[], reason: AdjustReason): readonly AmountChange[] {
  const isIt = (one: AmountChange) => one.reason === reason
  const those = changes.filter(isIt)
  const last = those.at(-1)
  if (!last || those.every(({ fromCents, toCents }) => toCents <= fromCents)) return changes
  const cents = those.reduce((sum, { fromCents, toCents }) => sum + toCents - fromCents, 0)
  return changes
    .filter((one) => one === last || !isIt(one))
    .map((one) => (one === last ? { ...one, toCents: one.fromCents + cents } : one))
}

/** Adjustments before the cancellation, the cancellation itself with its fee, and refunds of the fee. */
function adjustmentsOfCancelled(facts: CostFacts, known: readonly Adjustment[]): Adjustment[] {
  const { cancelledAt: at, feeCents = 0 } = facts
  const ended = facts.outcome ?? 'cancelled'
  const fee = ended === 'not_done' ? 'not_done_fee' : 'fee'
  const isLater = ({ at: changedAt }: Adjustment) => Boolean(at && changedAt && changedAt > at)
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

/** Total discount in cents: the sum of adjustments with that reason. */
export const discountCents = (adjustments: readonly Pick<Adjustment, 'kind' | 'cents'>[]): number =>
  0 -
  sumOf(
    adjustments.filter(({ kind }) => kind === 'discount_applied'),
    0,
  )

const sumOf = (adjustments: readonly Pick<Adjustment, 'cents'>[], from: number): number =>
  adjustments.reduce((sum, { cents }) => sum + cents, from)
