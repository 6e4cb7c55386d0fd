import type { LocalDate } from './calendar.ts'
import { centsFromDollars } from './money.ts'

/** A value that changes on a business-local day and applies to visits from that day on. */
export type DatedValue<Value> = { from: LocalDate; value: Value }
/** Cents. */
export type PriceChange = DatedValue<number>
/** Basis points; null for the business's rate. */
export type RateChange = DatedValue<number | null>

/** Changes of one value that may be planned ahead. */
export const mostDatedValues = 24

/** The value for a visit on `day`: that of the last change until then, or `first` before any. */
export function valueOn<Value>(
  first: Value,
  changes: readonly DatedValue<Value>[],
  day: LocalDate,
): Value {
  const last = changes.findLast(({ from }) => from <= day)
  // The value itself may be null.
  return last ? last.value : first
}

/** The value that would apply on a change's day without it; planning that value cancels the change. */
export const valueBefore = <Value>(
  first: Value,
  changes: readonly DatedValue<Value>[],
  day: LocalDate,
): Value =>
  valueOn(
    first,
    changes.filter(({ from }) => from < day),
    day,
  )

/** The changes still ahead on `today`. */
export const changesAfter = <Value>(
  changes: readonly DatedValue<Value>[],
  today: LocalDate,
): DatedValue<Value>[] => changes.filter(({ from }) => from > today)

/** A package's price in dollars as sent to screens: today's, and later ones with their first days. */
type DatedOffer = {
  basePrice: number
  priceChanges?: readonly { from: LocalDate; price: number }[] | undefined
}

/** A package's price for a visit on a day in cents; today's price without one. */
export const priceOn = (
  { basePrice, priceChanges = [] }: DatedOffer,
  day?: LocalDate | null,
): number => {
  const changes = priceChanges.map(({ from, price }) => ({ from, value: price }))
  return centsFromDollars(day ? valueOn(basePrice, changes, day) : basePrice)
}

type Planned<Value> = { first: Value; changes: DatedValue<Value>[] }

/**
 * The dated value after planning a change for `from`; without `from`, or if that day has come, it changes now. Changes up
 * to `today` become the first value, and a change to the value that already applies is dropped, so planning today's value
 * cancels a change.
 */
export function withChange<Value>(
  { first, changes }: Planned<Value>,
  { value, from }: { value: Value; from?: LocalDate | undefined },
  today: LocalDate,
): Planned<Value> {
  const ahead = changesAfter(changes, today)
  if (from === undefined || from <= today) return { first: value, changes: ahead }
  const settled = valueOn(first, changes, today)
  const others = ahead.filter((one) => one.from !== from)
  const planned = valueOn(settled, others, from) === value ? others : [...others, { from, value }]
  return {
    first: settled,
    changes: planned.toSorted((one, other) => (one.from < other.from ? -1 : 1)),
  }
}
