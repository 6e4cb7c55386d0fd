import { text } from '../texts/t.ts'
import type { JobStatus } from './jobs.ts'

/** Where the money of one job stands, from booking to settled. */
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

/** The word of the calls for a state; screens, filters and files tell what was never charged from what was refunded. */
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
 * What the list of payments can be filtered by; `reserved`: money held on cards for visits that are ahead or under way;
 * `owed`: visits that are over and still to be paid for.
 */
export const paymentFilters = [...listedPaymentStatuses, 'reserved', 'owed'] as const
export type PaymentFilterStatus = (typeof paymentFilters)[number]

/** The word that badges, lists, their filters and files have for a state. */
export function listedPaymentStatus(state: PaymentState): ListedPaymentStatus {
  if (state === 'on_invoice') return 'on_invoice'
  return state === 'voiding' || state === 'voided' ? 'not_charged' : shownPaymentStatus[state]
}

/** The states that are listed under this word. */
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
/** A promotion is no choice of the office: it comes with a booking. */
export type AdjustReason = (typeof adjustReasons)[number] | 'promotion'

/** What became of something about a payment that somebody had to look into; money is given back another way, or kept. */
export const discrepancyOutcomes = ['noted', 'given_back', 'kept'] as const
export type DiscrepancyOutcome = (typeof discrepancyOutcomes)[number]

/** A dispute at the card network: open, or decided for or against the business. */
export const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

/** Whether the office may still set what a visit costs; afterwards it refunds. */
export const canAdjust = ({ status, state }: { status: PaymentStatus; state: PaymentState }) =>
  status !== 'completed' && state !== 'refunded' && state !== 'voided'

/** The most that an admin may set as the amount of a visit, in cents. */
export const highestAdjustedCents = 1_000_000

/** Whether an amount, in cents, is far enough above what was quoted that it may be a slip of the finger. */
export const isLargeAdjustment = (
  toCents: number,
  { quotedCents, aboveCents }: { quotedCents: number; aboveCents: number },
): boolean => toCents > aboveCents && toCents > 3 * quotedCents

/**
 * What the office may refund of a payment in cents, 0 unless it is completed: no more than the visit costs, and than the
 * network gives back beside what is on its way already.
 */
export function refundableCents(payment: {
  state: PaymentState
  amountCents: number
  /** Charged less refunded. */
  paidCents: number
  /** Of payments that the network still refunds. */
  returnableCents: number
}): number {
  const { amountCents, paidCents, returnableCents } = payment
  if (shownPaymentStatus[payment.state] !== 'completed') return 0
  const onItsWay = Math.max(0, paidCents - amountCents)
  return Math.max(0, Math.min(amountCents, paidCents, returnableCents - onItsWay))
}

/** A hold lasts at most seven days at the card network; it can never be extended. */
export const holdDays = 7
/** A hold is placed at once when the service is at most this many days ahead, else the card is saved. */
export const holdAheadDays = 6.5
/** A saved card is held this long before the visit starts, in hours: earliest and latest. */
export const scheduledHoldHours = { earliest: 48, latest: 24 }
/** A visit that should have started longer ago than this gets no new hold; nobody knows whether it will happen. */
export const holdAfterStartHours = 48
/** A stored card is asked this often at most while its owner is away; then they get a link to pay. */
export const storedCardTries = 3

const hourMs = 3_600_000

/** Whether a customer's card is only saved now because a hold would run out before the visit. */
export function savesCard(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() > holdAheadDays * 24 * hourMs
}

/** When a saved card is held: the earliest instant of the window before the visit. */
export function scheduledHoldAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() - scheduledHoldHours.earliest * hourMs)
}

export const declineReasons = [
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

/** What the customer is told; every sentence says what to do next. */
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

/** Declines that a later try with the same card cannot change. */
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

/** Whether it is paid by invoice: no card is asked for it, and the invoice is its document. */
export const isOnInvoice = (state: PaymentState): boolean =>
  state === 'on_invoice' || state === 'invoice_paid'

/** Whether there is an invoice of it, or will be as soon as what was done is billed. */
export const hasInvoice = (status: JobStatus, state: PaymentState): boolean =>
  isOnInvoice(state) && (status === 'completed' || status === 'cancelled')

/** A visit has a receipt once it is done; a cancelled one when money was taken before, or a fee is to be paid. */
export function hasReceipt(status: JobStatus, state: PaymentState): boolean {
  if (isOnInvoice(state)) return false
  return status === 'completed' || (status === 'cancelled' && moneyMoved.includes(state))
}

/** Before the visit: whether the customer still has to give a card. */
export function needsCard(state: PaymentState): boolean {
  return state === 'none' || state === 'expired' || state === 'failed'
}

/** After the visit: whether the customer has to pay by themself; while the orchestrator is at it they need not. */
export function needsPayment(state: PaymentState): boolean {
  return needsCard(state) || state === 'balance_due'
}
