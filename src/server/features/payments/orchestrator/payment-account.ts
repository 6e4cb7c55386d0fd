import type { LedgerAccount } from '#server/database/tables/ledger-entries.ts'
import type { PaymentPurpose } from '#server/database/tables/payment-records.ts'
import type { PaymentOperationKind } from '#server/database/tables/card-network.ts'
import type { DeclineReason } from '#shared/rules/payments.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { amountCents, type PricedJob, salesTaxIn } from '#shared/rules/visit-cost.ts'

/** A planned call to the card network. Amounts are cents; ids of payments are the network's. */
export type OperationDraft = {
  kind: PaymentOperationKind
  cents: number
  paymentId: string | null
  /** One-time token of the card form; without one the stored card is used. */
  token: string | null
  /** The wallet that made the token, if no card was typed: valid for this call only. */
  wallet?: Wallet | null
  buyerPresent: boolean
  /** Save the card for later visits. */
  saveForLater?: boolean
}

/** One call to the card network, stored before it is made; `id` is its idempotency key. */
export type Operation = OperationDraft & {
  id: string
  attempts: number
  /** Earliest retry after an unknown outcome. */
  nextTryAt: Date | null
  /** The call is claimed until then. */
  leaseUntil: Date | null
}

export type OperationResult = { id: string; result: 'done' | 'declined'; code: string | null }

export type Card = {
  id: string
  networkCardId: string
  networkCustomerId: string
  brand: string
  last4: string
  /** YYYY-MM. */
  expires: string | null
  fingerprint: string | null
  /** When its owner saved it for any visit; null for a card of this visit only. */
  keptAt: Date | null
  /** Save it for later visits once it has worked. */
  toKeep: boolean
  /** When its owner removed it; no new calls use it then. */
  removedAt: Date | null
}

/** The card of a payment, if the network named it, and its wallet. */
type ShownCard = { cardBrand?: string | null; cardLast4?: string | null; wallet?: Wallet | null }

export type Hold = {
  paymentId: string
  cents: number
  expiresAt: Date
  canRaise: boolean
  /** The network refused to change the amount. */
  fixed: boolean
  /** The network refused to capture it. */
  refused: boolean
  status: 'open' | 'captured' | 'released' | 'expired' | 'failed'
} & ShownCard

/** Captured money of one payment. */
export type Capture = {
  paymentId: string
  purpose: PaymentPurpose
  capturedCents: number
  /** Refunds pending or done. */
  refundedCents: number
  /** A refund failed or was refused; the network allows no more. */
  refundBlocked: boolean
  /** Held back by the bank for open disputes; the network refunds none of it. */
  disputedCents: number
  /** Returned to the customer by lost disputes. */
  lostCents: number
} & ShownCard

export type Refund = {
  refundId: string
  paymentId: string
  cents: number
  status: 'pending' | 'completed' | 'failed'
  /** `network`: made in the network's own dashboard; `office`: returned without the card. */
  origin: 'orchestrator' | 'network' | 'office'
}

/** The money of one job: the orchestrator's only input. Immutable: a change is a new object. */
export type PaymentAccount = {
  jobId: string
  jobNumber: string
  customer: { id: string; name: string; email: string | null }
  job: PricedJob & {
    startsAt: Date
    completedAt: Date | null
    cancelledAt: Date | null
    feeDecisionUntil: Date | null
    /** No card is used, and the card network is never called. */
    onInvoice: boolean
  }
  /** The admin's adjustment of the amount. */
  adjustmentCents: number
  /** The cancellation fee. */
  feeCents: number
  /** The tip less refunds; never part of the amount due. */
  tipCents: number
  /** Recorded as paid for the visit without the card network. */
  recordedCents: number
  /** Whether money recorded so was given back. */
  gaveBack: boolean
  /** The part of that which pays what lost disputes returned. */
  recoveredCents: number
  /** Recorded the same way as paying what lost disputes returned of the tip. */
  tipRecoveredCents: number
  /** Billed in the ledger so far, and the sales tax in it. */
  billedCents: number
  billedTaxCents: number
  /** Sales tax in the ledger so far on charges not refunded. */
  taxCollectedCents: number
  /** The part of all charges and refunds the customer was notified about. */
  notifiedChargedCents: number
  notifiedRefundedCents: number
  card: Card | null
  /** Declines of the stored card in a row with its owner away. */
  cardTries: number
  /** Earliest next use of the stored card. */
  retryAt: Date | null
  /** The customer asked for a hold just now. */
  holdAsked: boolean
  /** When to read our payments from the network. */
  syncAt: Date | null
  lastDecline: DeclineReason | null
  /** sha256 of the newest one-time token, to recognize a double click. */
  lastTokenHash: string | null
  /** The office user who entered that card; null for the customer. */
  enteredBy: string | null
  operation: Operation | null
  holds: readonly Hold[]
  captures: readonly Capture[]
  refunds: readonly Refund[]
}

/** One transfer between two accounts; debit and credit are the same cents, so it sums to 0 by construction. */
export type LedgerEntry = {
  /** Unique per event, so no event is booked twice. */
  ref: string
  debit: LedgerAccount
  credit: LedgerAccount
  cents: number
  memo: string
  /** When the money moved, if not now. */
  at?: Date
}

/** An unexpected report from the network, shown to the admin. `stuck`: a failed refund in cents, and its payment. */
export type Discrepancy = {
  ref: string
  detail: string
  stuck?: { cents: number; paymentId: string }
}

/** The changed account and what is stored with it, in one transaction. */
export type Change = {
  account: PaymentAccount
  closed?: OperationResult
  entries: readonly LedgerEntry[]
  discrepancies: readonly Discrepancy[]
}

export const unchanged = (account: PaymentAccount): Change => ({
  account,
  entries: [],
  discrepancies: [],
})

export const openHold = (account: PaymentAccount) =>
  account.holds.find((hold) => hold.status === 'open')
/** Cents reserved on a card; an expired hold reserves nothing, even before the network reports it. */
export function heldOf(account: PaymentAccount, now: Date): number {
  const hold = openHold(account)
  return hold && now < hold.expiresAt ? hold.cents : 0
}
export const dueOf = (account: PaymentAccount) => amountCents(account.job, account)

/** Until the office decides on a fee, or the time for it is over, no money of a cancelled visit moves. */
export const awaitsDecision = ({ job }: PaymentAccount, now: Date): boolean =>
  job.status === 'cancelled' && job.feeDecisionUntil !== null && now < job.feeDecisionUntil

/**
 * Payment is owed in any case: the visit is done, or cancelled with a fee or with more given back than was received, as
 * when a check bounces.
 */
export const isOwed = (account: PaymentAccount): boolean =>
  account.job.status === 'completed' ||
  (account.job.status === 'cancelled' && dueOf(account) > Math.min(0, netOf(account)))

/**
 * What is still to pay that a stored card may be charged, in cents: never more than the cost in all. Money given back
 * without having been received is for the customer to pay.
 */
export const chargeableOf = (account: PaymentAccount): number =>
  dueOf(account) - Math.max(netOf(account), capturedOf(account) - refundedOf(account))

/** The fields that lower the amount due, or the tip, by these cents. */
export const lowered = (
  account: PaymentAccount,
  cents: number,
  purpose: PaymentPurpose = 'visit',
) => (purpose === 'tip' ? { tipCents: account.tipCents - cents } : loweredDue(account, cents))

const loweredDue = (account: PaymentAccount, cents: number) =>
  account.job.status === 'cancelled'
    ? { feeCents: account.feeCents - cents }
    : { adjustmentCents: account.adjustmentCents - cents }

/** Sales tax in charges not refunded, in cents; overpayment contains none. */
export const taxCollectedOf = (account: PaymentAccount): number =>
  salesTaxIn(Math.min(netOf(account), dueOf(account)), account.job)

/** Captures for the visit, or for the tip. */
export const capturesFor = (account: PaymentAccount, purpose: PaymentPurpose) =>
  account.captures.filter((row) => row.purpose === purpose)

/** The purpose of a payment at the network. */
export const purposeOf = (account: PaymentAccount, paymentId: string | null): PaymentPurpose =>
  account.captures.find((row) => row.paymentId === paymentId)?.purpose ?? 'visit'

export const capturedOf = (account: PaymentAccount, purpose: PaymentPurpose = 'visit') =>
  sum(capturesFor(account, purpose).map((row) => row.capturedCents))
export const refundedOf = (account: PaymentAccount, purpose: PaymentPurpose = 'visit') =>
  sum(capturesFor(account, purpose).map((row) => row.refundedCents))
/** Captured less refunded cents; for the visit also recorded payments, except for what disputes lost. */
export const netOf = (account: PaymentAccount, purpose: PaymentPurpose = 'visit') =>
  capturedOf(account, purpose) -
  refundedOf(account, purpose) +
  (purpose === 'visit' ? account.recordedCents - account.recoveredCents : 0)

/** Cents of a payment that the network can still refund. */
export const returnableOf = ({
  capturedCents,
  refundedCents,
  refundBlocked,
  disputedCents,
  lostCents,
}: Capture): number =>
  refundBlocked ? 0 : Math.max(0, capturedCents - refundedCents - disputedCents - lostCents)

export const disputedOf = (account: PaymentAccount, purpose: PaymentPurpose = 'visit') =>
  sum(capturesFor(account, purpose).map((row) => row.disputedCents))
/** Cents that lost disputes returned to the customer. They are not charged again. */
export const lostOf = (account: PaymentAccount, purpose: PaymentPurpose = 'visit') =>
  sum(capturesFor(account, purpose).map((row) => row.lostCents))

/** The part of them that the customer has not paid since. */
export const missingOf = (account: PaymentAccount, purpose: PaymentPurpose = 'visit') =>
  lostOf(account, purpose) -
  (purpose === 'visit' ? account.recoveredCents : account.tipRecoveredCents)

/** The parts of a recorded payment that pay what lost disputes returned, of the visit and of its tip. */
export type Recovered = { recoveredCents: number; tipRecoveredCents: number }

/** Splits cents received outside the card network: the open amount first, then the visit's dispute losses, then the tip's. */
export function splitReceived(
  account: PaymentAccount,
  cents: number,
): Recovered & { mostCents: number } {
  const unpaidCents = dueOf(account) - netOf(account)
  const dueCents = Math.max(0, unpaidCents)
  const visitCents = Math.max(0, unpaidCents + missingOf(account))
  const mostCents = visitCents + missingOf(account, 'tip')
  return {
    mostCents,
    recoveredCents: Math.max(0, Math.min(cents, visitCents) - dueCents),
    tipRecoveredCents: Math.max(0, Math.min(cents, mostCents) - visitCents),
  }
}

/** Cents to refund, negative while less is paid; never what the customer already has from a lost dispute. */
export const excessOf = (account: PaymentAccount, purpose: PaymentPurpose): number =>
  netOf(account, purpose) - Math.max(wantedOf(account, purpose), missingOf(account, purpose))

/** The target for a purpose, in cents: the visit's cost, or the tip less refunds. */
export const wantedOf = (account: PaymentAccount, purpose: PaymentPurpose): number =>
  purpose === 'tip' ? account.tipCents : dueOf(account)

function sum(cents: readonly number[]): number {
  return cents.reduce((total, value) => total + value, 0)
}
