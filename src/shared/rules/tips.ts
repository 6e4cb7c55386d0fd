import { centsFromDecimal, centsFromDollars, decimalFromCents } from './money.ts'
import type { JobStatus } from './jobs.ts'
import type { PaymentState } from './payments.ts'

/** Suggested tips in percent of the visit's cost. */
const tipPercents = [15, 18, 20] as const

/** Minimum tip in cents: card networks take no less. */
export const minTipCents = 100
export const maxTipCents = 50_000

/** Days after the visit during which a tip is requested. */
export const tipDays = 30

/** Maximum tip for a price in cents: the price itself, up to the limit. */
export const mostTipCents = (priceCents: number): number => Math.min(maxTipCents, priceCents)

/** A percentage of a price, both integers; half a cent rounds up. */
export const percentOf = (priceCents: number, percent: number): number =>
  Math.floor((priceCents * percent + 50) / 100)

/** Suggested tips for a price in cents; empty if they would be below the minimum. */
export const tipChoices = (priceCents: number): { percent: number; cents: number }[] =>
  tipPercents
    .map((percent) => ({ percent, cents: percentOf(priceCents, percent) }))
    .filter(({ cents }) => cents >= minTipCents && cents <= mostTipCents(priceCents))

/** Whether a tip is valid for a price, in cents. */
export const isTip = (cents: number, priceCents: number): boolean =>
  cents >= minTipCents && cents <= mostTipCents(priceCents)

type Visit = {
  status: JobStatus
  paymentState: PaymentState
  technicianId: string | null
  /** UTC instant as ISO text. */
  completedAt: string | null
  /** Decimal strings; `tip` is set once one was given. */
  cost: { amount: string; charged: string; tip?: string | undefined }
}

/** Whether the customer may tip now: once, on top of a card payment, within the first days. */
export function mayTip(
  { status, paymentState, technicianId, completedAt, cost }: Visit,
  { tipsEnabled, cardPayments }: { tipsEnabled: boolean; cardPayments: boolean },
  now: Date,
): boolean {
  if (!tipsEnabled || !cardPayments || cost.tip !== undefined) return false
  if (status !== 'completed' || paymentState !== 'paid' || !technicianId || !completedAt)
    return false
  const isRecent = now.getTime() < new Date(completedAt).getTime() + tipDays * 86_400_000
  return isRecent && cost.charged !== '0.00' && mostTipCents(priceOf(cost)) >= minTipCents
}

/** The base for tips, in cents. */
export const priceOf = ({ amount }: { amount: string }): number => centsFromDecimal(amount) ?? 0

/** An amount plus its tip, as decimal strings. */
export const withTip = (amount: string, { tip = '0.00' }: { tip?: string | undefined }): string =>
  decimalFromCents((centsFromDecimal(amount) ?? 0) + (centsFromDecimal(tip) ?? 0))

type Paid = { paid: string; tip?: string | undefined; tipMissing?: string | undefined }

/** The paid tip, less what a lost dispute returned. */
export const paidWithTip = ({ paid, tip = '0.00', tipMissing = '0.00' }: Paid): string =>
  decimalFromCents(centsFromDollars(Number(paid) + Number(tip) - Number(tipMissing)))
