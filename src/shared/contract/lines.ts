import * as z from 'zod/mini'
import { productConditions } from '../rules/catalog.ts'
import { lineKinds, lineSources } from '../rules/lines.ts'
import { money } from './fields.ts'

/** A part's details on receipts; empty if unknown. */
const LineProduct = z.object({
  name: z.string(),
  brand: z.string(),
  /** Of oil: "5W-30". */
  viscosity: z.string(),
  /** Of oil: "API SP". */
  serviceCategory: z.string(),
  partNumber: z.string(),
  condition: z.enum(productConditions.map(({ value }) => value)),
})

export const JobLine = z.object({
  id: z.string(),
  /** Absent for fees and discounts. */
  source: z.optional(z.enum(lineSources)),
  kind: z.enum(lineKinds),
  description: z.string(),
  /** Pieces, or quarts with tenths. */
  quantity: z.number(),
  unitPrice: money,
  /** Negative for a discount. */
  amount: money,
  /** Whether sales tax applies. */
  taxable: z.boolean(),
  product: z.optional(LineProduct),
})
export type JobLine = z.infer<typeof JobLine>
