import * as z from 'zod/mini'
import { calendarDate } from './fields.ts'
import { maxTaxRateBp } from '../rules/sales-tax.ts'
import { text } from '../texts/t.ts'

const ratePlease = text('Please enter a percentage from 0 to 20, with two decimals at most')

/** Sales tax in basis points: 825 is 8.25 percent. */
export const taxRateBp = z
  .int(ratePlease)
  .check(z.minimum(0, ratePlease), z.maximum(maxTaxRateBp, ratePlease))

/** The form's shape: 8.25. */
export const taxPercent = z.number(ratePlease).check(
  z.minimum(0, ratePlease),
  z.maximum(maxTaxRateBp / 100, ratePlease),
  z.refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6, ratePlease),
)

/** Rates for visits from a business-local day on, earliest first. */
export const LaterRates = z.array(z.object({ from: calendarDate, rateBp: z.number() }))

/** A core spot's rates; null means the business's rate. */
export const SpotRates = z.array(z.object({ from: calendarDate, rateBp: z.nullable(z.number()) }))
