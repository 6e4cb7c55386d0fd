import type { LocalDate } from './calendar.ts'

/** A value that changes on a business-local day: it holds for visits on that day and later. */
export type DatedValue<Value> = { from: LocalDate; value: Value }
/** Cents. */
export type PriceChange = DatedValue<number>
/** Basis points; null for the business's rate. */
export type RateChange = DatedValue<number | null>
