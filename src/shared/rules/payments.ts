import { text } from '../texts/t.ts'
import type { JobStatus } from './jobs.ts'

/** The state of one job's money, from booking to settled. */
export const paymentStates = [
  'none',
  'card_saved',
  'authorizing',
  'held',
  'expired',
  'settling',
  'balance_due',
  'paid',
  'refunding',
  'refunded',
  'voiding',
  'voided',
  'failed',
  'on_invoice',
  'invoice_paid',
] as const
export type PaymentState = (typeof paymentStates)[number]

export const paymentStatuses = ['completed', 'authorized', 'pending', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** A state's word in calls; screens, filters and files also distinguish never charged from refunded. */
export const shownPaymentStatus: Record<PaymentState, PaymentStatus> = {
  none: 'pending',
  card_saved: 'pending',
  authorizing: 'pending',
  held: 'authorized',
  expired: 'pending',
  settling: 'pending',
  balance_due: 'pending',
  paid: 'completed',
  refunding: 'completed',
  refunded: 'refunded',
  voiding: 'refunded',
  voided: 'refunded',
  failed: 'failed',
  on_invoice: 'pending',
  invoice_paid: 'completed',
}

export const listedPaymentStatuses = [...paymentStatuses, 'not_charged', 'on_invoice'] as const
export type ListedPaymentStatus = (typeof listedPaymentStatuses)[number]

/**
 * Filters of the payment list; `reserved`: held on cards for visits ahead or in progress; `owed`: completed visits with an
 * amount due; `later`: unpaid visits ahead or in progress with nothing held; `disputed`: with a dispute that is not won.
 */
export const paymentFilters = [
  ...listedPaymentStatuses,
  'reserved',
  'owed',
  'later',
  'disputed',
] as const
export type PaymentFilterStatus = (typeof paymentFilters)[number]

/** A state's word in badges, lists, filters and files. */
export function listedPaymentStatus(state: PaymentState): ListedPaymentStatus {
  if (state === 'on_invoice') return 'on_invoice'
  return state === 'voiding' || state === 'voided' ? 'not_charged' : shownPaymentStatus[state]
}

/** States listed under this word. */
export function statesListedAs(status: ListedPaymentStatus): PaymentState[] {
  return paymentStates.filter((state) => listedPaymentStatus(state) === status)
}

export const adjustReasons = [
  'discount_applied',
  'addon_service',
  'customer_complaint',
  'pricing_error',
  'other',
] as const
/** A promotion or plan comes with a booking, so the office cannot choose it. */
export type AdjustReason = (typeof adjustReasons)[number] | 'promotion' | 'plan'

/** How an unexpected event was resolved; the money was returned another way, or kept. */
export const discrepancyOutcomes = ['noted', 'given_back', 'kept'] as const
export type DiscrepancyOutcome = (typeof discrepancyOutcomes)[number]

/** Whether the office may still change the price; afterwards it refunds. */
export const canAdjust = ({ status, state }: { status: PaymentStatus; state: PaymentState }) =>
  status !== 'completed' && state !== 'refunded' && state !== 'voided'

/** Reasons that only lower a price: an increase is not called a discount. */
const loweringReasons: ReadonlySet<AdjustReason> = new Set([
  'discount_applied',
  'customer_complaint',
])

/** Whether a reason fits a change from one amount to another, in cents. */
export const fitsChange = (reason: AdjustReason, fromCents: number, toCents: number): boolean =>
  toCents <= fromCents || !loweringReasons.has(reason)

/** Maximum amount an admin may set for a visit, in cents. */
export const maxAdjustedCents = 1_000_000

/** Whether an amount in cents exceeds the quote enough to suspect a typing error. */
export const isLargeAdjustment = (
  toCents: number,
  { quotedCents, aboveCents }: { quotedCents: number; aboveCents: number },
): boolean => toCents > aboveCents && toCents > 3 * quotedCents

/**
 * How much the office may refund in cents, 0 unless completed: no more than the visit costs, and no more than the network
 * can return besides pending refunds.
 */
export function refundableCents(payment: {
  state: PaymentState
  amountCents: number
  /** Charged minus refunded. */
  paidCents: number
  /** From payments the network still refunds. */
  returnableCents: number
}): number {
  const { amountCents, paidCents, returnableCents } = payment
  if (shownPaymentStatus[payment.state] !== 'completed') return 0
  const onItsWay = Math.max(0, paidCents - amountCents)
  return Math.max(0, Math.min(amountCents, paidCents, returnableCents - onItsWay))
}

/** Maximum age of a hold at the card network; it cannot be extended. */
export const holdDays = 7
/** A hold is placed at once if the service is at most this many days ahead; otherwise the card is saved. */
export const holdAheadDays = 6.5
/** When a saved card is held, in hours before the visit: earliest and latest. */
const scheduledHoldHours = { earliest: 48, latest: 24 }
/** A visit that should have started longer ago than this gets no new hold, since it may never happen. */
export const holdAfterStartHours = 48
/** Maximum attempts on a stored card without its owner; then they get a payment link. */
export const storedCardTries = 3

const hourMs = 3_600_000

/** Whether the card is only saved for now, because a hold would expire before the visit. */
export function savesCard(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() > holdAheadDays * 24 * hourMs
}

/** When a saved card is held: the earliest instant of its window. */
export function scheduledHoldAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() - scheduledHoldHours.earliest * hourMs)
}

const declineReasons = [
  'declined',
  'insufficient_funds',
  'cvv',
  'expired',
  'postal_code',
  'verification_required',
  'token_used',
  'unusable',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** Messages to the customer; each ends with what to do next. */
export const declineMessages: Record<DeclineReason, string> = {
  declined: text('Your bank declined this card. Please try another card.'),
  insufficient_funds: text('There is not enough money on this card. Please try another card.'),
  cvv: text('The security code does not match this card. Please check it and try again.'),
  expired: text(
    'This card has expired or its expiry date is wrong. Please check it and try again.',
  ),
  postal_code: text('The ZIP code does not match this card. Please check it and try again.'),
  verification_required: text(
    'Your bank wants you to confirm this payment. Please pay with the link, or try another card.',
  ),
  token_used: text('This card form was already used. Please enter the card again.'),
  unusable: text('This card cannot be used here. Please try another card.'),
}

/** Declines that retrying the same card cannot change. */
export function isFinalDecline(reason: DeclineReason): boolean {
  return reason !== 'declined' && reason !== 'insufficient_funds'
}

const moneyMoved: readonly PaymentState[] = [
  'refunding',
  'refunded',
  'paid',
  'settling',
  'balance_due',
]

/** Whether it is paid by invoice: no card is requested, and the invoice is its document. */
export const isOnInvoice = (state: PaymentState): boolean =>
  state === 'on_invoice' || state === 'invoice_paid'

/** A completed visit has a receipt; a cancelled one if money was taken or a fee is due. */
export function hasReceipt(status: JobStatus, state: PaymentState): boolean {
  if (isOnInvoice(state)) return false
  return status === 'completed' || (status === 'cancelled' && moneyMoved.includes(state))
}

/** Before the visit: whether a card is still needed. */
export function needsCard(state: PaymentState): boolean {
  return state === 'none' || state === 'expired' || state === 'failed'
}

/** After the visit: whether the customer must pay online; not while the orchestrator is still charging. */
export function needsPayment(state: PaymentState): boolean {
  return needsCard(state) || state === 'balance_due'
}
