import * as z from 'zod/mini'
import { adjustmentKinds } from '../rules/visit-cost.ts'
import { instant, money } from './fields.ts'

/** What a visit costs and where its money is. Lowered amounts are negative. */
export const Cost = z.object({
  /** Package and add-ons. */
  quoted: money,
  /** Package, add-ons and extras; with the adjustments they make the amount. */
  lines: money,
  adjustments: z.array(
    z.object({
      kind: z.enum(adjustmentKinds),
      amount: money,
      at: z.nullable(instant),
      /** Why, in somebody's own words. */
      words: z.optional(z.string()),
      /** Of sales tax, in percent: "8.25". */
      rate: z.optional(z.string()),
    }),
  ),
  /** The part of the amount that is a fee for cancelling. */
  fee: money,
  /** What the visit costs now. */
  amount: money,
  /** The sales tax in that amount; there where the visit was booked with it. The rate in percent: "8.25". */
  salesTax: z.optional(
    z.object({
      rate: z.string(),
      amount: money,
      /** The lines that it is taken on. */
      taxable: money,
      /** Whether it is taken on extras that are added now. */
      onExtras: z.boolean(),
    }),
  ),
  held: money,
  charged: money,
  /** Pending refunds included. */
  refunded: money,
  /** Charged less refunded. */
  paid: money,
  /** Still to pay. */
  due: money,
  /** Paid too much, and to be given back. */
  excess: money,
  /** What is left of the tip that was given on top of the amount; there once one was given. */
  tip: z.optional(money),
})
export type Cost = z.infer<typeof Cost>
