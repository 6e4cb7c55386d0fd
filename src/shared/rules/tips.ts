import { centsFromDecimal, decimalFromCents } from './money.ts'
import type { JobStatus } from './jobs.ts'
import type { PaymentState } from './payments.ts'

/** What a customer may give the technician with one press, in percent of what the visit cost. */
export const tipPercents = [15, 18, 20] as const

/** A card network takes no less, and nobody means more, in cents. */
export const leastTipCents = 100
export const highestTipCents = 50_000

/** A tip is asked for until so many days after the visit. */
export const tipDays = 30

/** The most that may be given on top of a price in cents: as much again, up to the highest. */
export const mostTipCents = (priceCents: number): number => Math.min(highestTipCents, priceCents)

/** Percent of a price, both whole numbers; half a cent counts as one. */
export const percentOf = (priceCents: number, percent: number): number =>
  Math.floor((priceCents * percent + 50) / 100)

/** What is offered on top of a price in cents; nothing where it would be less than a card network takes. */
export const tipChoices = (priceCents: number): { percent: number; cents: number }[] =>
  tipPercents
    .map((percent) => ({ percent, cents: percentOf(priceCents, percent) }))
    .filter(({ cents }) => cents >= leastTipCents && cents <= mostTipCents(priceCents))

/** Whether a tip of so many cents may be given on top of a price. */
export const isTip = (cents: number, priceCents: number): boolean =>
  cents >= leastTipCents && cents <= mostTipCents(priceCents)

type Visit = {
  status: JobStatus
  paymentState: PaymentState
  technicianId: string | null
  /** UTC instant as ISO text. */
  completedAt: string | null
  /** Decimal strings; `tip` is there once one was given. */
  cost: { amount: string; charged: string; tip?: string | undefined }
}

/**
 * Whether the customer of a visit may give its technician a tip now: once, on top of what a card has paid, in the first
 * days after it.
 */
export function mayTip(
  { status, paymentState, technicianId, completedAt, cost }: Visit,
  { tipsEnabled, cardPayments }: { tipsEnabled: boolean; cardPayments: boolean },
  now: Date,
): boolean {
  if (!tipsEnabled || !cardPayments || cost.tip !== undefined) return false
  if (status !== 'completed' || paymentState !== 'paid' || !technicianId || !completedAt)
    return false
  const isRecent = now.getTime() < new Date(completedAt).getTime() + tipDays * 86_400_000
  return isRecent && cost.charged !== '0.00' && mostTipCents(priceOf(cost)) >= leastTipCents
}

/** What a tip is reckoned from, in cents. */
export const priceOf = ({ amount }: { amount: string }): number => centsFromDecimal(amount) ?? 0

/** An amount with the tip that was given on top, as decimal strings. */
export const withTip = (amount: string, { tip = '0.00' }: { tip?: string | undefined }): string =>
  decimalFromCents((centsFromDecimal(amount) ?? 0) + (centsFromDecimal(tip) ?? 0))
