import * as z from 'zod/mini'
import { highestTaxRateBp } from '../rules/sales-tax.ts'
import { text } from '../texts/t.ts'

const ratePlease = text('Please enter a percentage from 0 to 20, with two decimals at most')

/** Basis points of sales tax: 825 is 8.25 percent. */
export const taxRateBp = z
  .int(ratePlease)
  .check(z.minimum(0, ratePlease), z.maximum(highestTaxRateBp, ratePlease))
