import * as z from 'zod/mini'
import { taxModes } from '../rules/sales-tax.ts'
import { adjustmentKinds } from '../rules/visit-cost.ts'
import { instant, money } from './fields.ts'

const CostChange = z.object({
  kind: z.enum(adjustmentKinds),
  amount: money,
  at: z.nullable(instant),
  /** The reason, as free text. */
  words: z.optional(z.string()),
  /** Sales tax rate in percent: "8.25". */
  rate: z.optional(z.string()),
})

/** The cost of a visit and its payments. Reductions are negative. */
export const Cost = z.object({
  /** Package and add-ons. */
  quoted: money,
  /** Package, add-ons, extras, fees and discounts; with adjustments they sum to the amount. */
  lines: money,
  /** Lines kept with the payment, part of `lines`; discounts are negative. */
  feesAndDiscounts: z.optional(z.array(CostChange)),
  adjustments: z.array(CostChange),
  /** The cancellation fee within the amount. */
  fee: money,
  /** The visit's current cost. */
  amount: money,
  /** Sales tax within the amount, if the visit was booked with any. Rate in percent: "8.25". */
  salesTax: z.optional(
    z.object({
      rate: z.string(),
      amount: money,
      /** Taxable lines. */
      taxable: money,
      /** Whether new extras are taxed. */
      onExtras: z.boolean(),
      /** What it applies to. */
      mode: z.optional(z.enum(taxModes)),
    }),
  ),
  held: money,
  charged: money,
  /** Pending refunds included. */
  refunded: money,
  /** Held back by the customer's bank while it decides a dispute, if any, tip included; still part of `paid`. */
  disputed: z.optional(money),
  /** Returned to the customer by disputes that the business lost, if any, tip included. */
  chargedBack: z.optional(money),
  /** Paid without the card network, if anything was. */
  recorded: z.optional(money),
  /** The part of `recorded` that pays what was charged back, if any. */
  recovered: z.optional(money),
  /** Charged minus refunded and charged back, plus recorded payments, without the tip. */
  paid: money,
  /** Still to pay. */
  due: money,
  /** Overpaid, to be refunded. */
  excess: money,
  /** The part of the excess that the office gives back itself, if any. */
  toReturn: z.optional(money),
  /** The remaining tip on top of the amount, if one was given. */
  tip: z.optional(money),
  /** The part of the tip that a lost dispute returned and was not paid since, if any. */
  tipMissing: z.optional(money),
})
export type Cost = z.infer<typeof Cost>
