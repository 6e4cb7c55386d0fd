import { text } from '../texts/t.ts'

/** A code's discount: a percentage, optionally capped, or a fixed amount in cents. */
export type PromotionOff = {
  percent: number | null
  capCents: number | null
  offCents: number | null
}

/** The discount on a taxed price, both in cents; half a cent rounds up, and never more than the price. */
export function promotionCents({ percent, capCents, offCents }: PromotionOff, priceCents: number) {
  const price = Math.max(0, priceCents)
  const wanted = percent === null ? (offCents ?? 0) : Math.floor((price * percent + 50) / 100)
  return Math.min(price, percent === null ? wanted : Math.min(wanted, capCents ?? wanted))
}

type Lasting = {
  isActive: boolean
  /** Last day of eligible visits; null for none. */
  visitsUntil: string | null
  maxUses: number | null
  uses: number
}

export const promotionStates = ['current', 'used_up', 'over', 'off'] as const
type PromotionState = (typeof promotionStates)[number]

/** Whether a code is usable at all on the business-local date `today`, or why not. */
export function promotionState(promotion: Lasting, today: string): PromotionState {
  const { isActive, visitsUntil, maxUses, uses } = promotion
  if (!isActive) return 'off'
  if (visitsUntil !== null && visitsUntil < today) return 'over'
  return maxUses !== null && uses >= maxUses ? 'used_up' : 'current'
}

export const promotionStateLabels: Record<PromotionState, string> = {
  current: text('Can be used'),
  used_up: text('Used up'),
  over: text('Over'),
  off: text('Switched off'),
}

/** Codes are compared in stored form: without spaces, in capitals. */
export const promotionCode = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase()

export const isPromotionCode = (code: string): boolean => /^[A-Z0-9-]{3,20}$/.test(code)

type Limits = Lasting & {
  visitsFrom: string | null
  maxUsesPerCustomer: number | null
  firstVisitOnly: boolean
  packageIds: readonly string[]
}
type PromotedVisit = { date: string; packageId: string }
/** Known facts about the customer, including accounts with the same mailbox or phone. */
type Known = { uses: number; otherVisits: number }

/** Why a code gives no discount, for the customer. */
export const promotionRefusals = {
  unknown: text('We do not know this code. Please check the spelling.'),
  over: text('This code can no longer be used.'),
  used_up: text('This code has been used as often as it can be.'),
  day: text('This code is not for visits on this day.'),
  package: text('This code is not for this package.'),
  first_visit: text('This code is for a first visit only.'),
  customer: text('This code was used as often as one customer may.'),
}
export type PromotionRefusal = keyof typeof promotionRefusals

/**
 * Why a code gives no discount on each visit of a booking, in the given order; null where it does, each of which is a use.
 * `today` and dates are business-local.
 */
export function refusePromotion(
  promotion: Limits,
  visits: readonly PromotedVisit[],
  known: Known,
  today: string,
): (PromotionRefusal | null)[] {
  let used = 0
  return visits.map((visit, index) => {
    const refusal = refuseVisit(
      { ...promotion, uses: promotion.uses + used },
      visit,
      { uses: known.uses + used, otherVisits: known.otherVisits + index },
      today,
    )
    if (refusal === null) used += 1
    return refusal
  })
}

/**
 * Why a used code does not fit a visit that moves to another day; null if it does. `used` is the promotion without this use,
 * `known` what else the customer has before that day. A code that was switched off since stays with its visits.
 */
export const refuseMoved = (
  used: Limits,
  visit: PromotedVisit,
  known: Known,
  today: string,
): PromotionRefusal | null => refuseVisit({ ...used, isActive: true }, visit, known, today)

function refuseVisit(
  promotion: Limits,
  { date, packageId }: PromotedVisit,
  { uses, otherVisits }: Known,
  today: string,
): PromotionRefusal | null {
  const { visitsFrom, visitsUntil, packageIds, firstVisitOnly, maxUsesPerCustomer } = promotion
  const state = promotionState(promotion, today)
  if (state !== 'current') return state === 'used_up' ? 'used_up' : 'over'
  if ((visitsFrom && date < visitsFrom) || (visitsUntil && date > visitsUntil)) return 'day'
  if (packageIds.length > 0 && !packageIds.includes(packageId)) return 'package'
  if (firstVisitOnly && otherVisits > 0) return 'first_visit'
  return maxUsesPerCustomer !== null && uses >= maxUsesPerCustomer ? 'customer' : null
}
