import type { LedgerAccount } from '#server/database/tables/ledger-entries.ts'
import type { PaymentPurpose } from '#server/database/tables/payment-captures.ts'
import type { PaymentOperationKind } from '#server/database/tables/payment-operations.ts'
import type { DeclineReason } from '#shared/rules/payments.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { amountCents, type PricedJob, salesTaxIn } from '#shared/rules/visit-cost.ts'

/** One call to the card network, wanted. Amounts are cents; ids of payments are the network's. */
export type OperationDraft = {
  kind: PaymentOperationKind
  cents: number
  paymentId: string | null
  /** One-time token of the card form; without one the stored card is used. */
  token: string | null
  /** Where the token comes from when no card was typed: it is good for this call alone. */
  wallet?: Wallet | null
  buyerPresent: boolean
  /** The card that is put on file is to be kept for later visits. */
  keepCard?: boolean
}

/** One call to the card network, written down before it is made; `id` is its idempotency key. */
export type Operation = OperationDraft & {
  id: string
  attempts: number
  /** Not before this instant, after an unknown outcome. */
  nextTryAt: Date | null
  /** Somebody is making the call until then. */
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
  /** Since when its owner keeps it for any visit; null for a card of this visit. */
  keptAt: Date | null
  /** Its owner wants to keep it, once it has proved to be good. */
  toKeep: boolean
  /** When its owner took it off their list; it is asked for nothing new then. */
  removedAt: Date | null
}

/** The card of a payment, where the network said so, and the wallet that it was shown in. */
type ShownCard = { cardBrand?: string | null; cardLast4?: string | null; wallet?: Wallet | null }

export type Hold = {
  paymentId: string
  cents: number
  expiresAt: Date
  canRaise: boolean
  /** The network refused another amount. */
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
  /** Refunds that are pending or done. */
  refundedCents: number
  /** A refund failed or was refused; the network allows no further one. */
  refundBlocked: boolean
} & ShownCard

export type Refund = {
  refundId: string
  paymentId: string
  cents: number
  status: 'pending' | 'completed' | 'failed'
  /** `network`: made in the network's own dashboard; `office`: given back without the card. */
  origin: 'orchestrator' | 'network' | 'office'
}

/** Where the money of one job stands: all that the orchestrator decides from. Immutable: a change is a new object. */
export type PaymentAccount = {
  jobId: string
  jobNumber: string
  customer: { id: string; name: string; email: string | null }
  job: PricedJob & {
    startsAt: Date
    cancelledAt: Date | null
    feeDecisionUntil: Date | null
    /** No card is asked, and the card network is never called. */
    onInvoice: boolean
  }
  /** What an admin moved the amount by. */
  adjustmentCents: number
  /** What it costs cancelled. */
  feeCents: number
  /** What is left of the tip that was given; never part of what is due. */
  tipCents: number
  /** What was recorded as paid on its invoice. */
  invoicePaidCents: number
  /** Billed in the ledger so far, and how much of that is sales tax. */
  billedCents: number
  billedTaxCents: number
  /** Of what was charged and not given back, the sales tax in the ledger so far. */
  taxCollectedCents: number
  /** What the customer has heard of, of all that was charged and refunded. */
  toldChargedCents: number
  toldRefundedCents: number
  card: Card | null
  /** Declines of the stored card in a row while its owner was away. */
  cardTries: number
  /** The stored card is not asked before this instant. */
  retryAt: Date | null
  /** The customer asked for a hold just now. */
  holdAsked: boolean
  /** When to read our payments from the network. */
  syncAt: Date | null
  lastDecline: DeclineReason | null
  /** sha256 of the newest one-time token, so that a double click is known as one. */
  lastTokenHash: string | null
  /** Who of the office entered that card; null for the customer. */
  enteredBy: string | null
  operation: Operation | null
  holds: readonly Hold[]
  captures: readonly Capture[]
  refunds: readonly Refund[]
}

/** One transfer between two accounts; debit and credit are the same cents, so it sums to 0 by construction. */
export type LedgerEntry = {
  /** Said once per event, so that no event is booked twice. */
  ref: string
  debit: LedgerAccount
  credit: LedgerAccount
  cents: number
  memo: string
}

/**
 * Something the network says that we did not expect; shown to the admin. `stuck`: a refund that failed, and of which
 * payment, in cents.
 */
export type Discrepancy = {
  ref: string
  detail: string
  stuck?: { cents: number; paymentId: string }
}

/** The changed account and what is written down with it, in one transaction. */
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
/** Cents that are reserved on a card; a hold that ran out reserves nothing, also before the network has said so. */
export function heldOf(account: PaymentAccount, now: Date): number {
  const hold = openHold(account)
  return hold && now < hold.expiresAt ? hold.cents : 0
}
export const dueOf = (account: PaymentAccount) => amountCents(account.job, account)

/** Until the office has decided on a fee, or its time for that is over, no money of a cancelled visit moves. */
export const awaitsDecision = ({ job }: PaymentAccount, now: Date): boolean =>
  job.status === 'cancelled' && job.feeDecisionUntil !== null && now < job.feeDecisionUntil

/** Something is to be paid whatever happens: the visit is done, or cancelled with a fee. */
export const isOwed = (account: PaymentAccount): boolean =>
  account.job.status === 'completed' || (account.job.status === 'cancelled' && dueOf(account) > 0)

/** The same account with so many cents less due, or left of the tip. */
export const lowered = (
  account: PaymentAccount,
  cents: number,
  purpose: PaymentPurpose = 'visit',
) => (purpose === 'tip' ? { tipCents: account.tipCents - cents } : loweredDue(account, cents))

const loweredDue = (account: PaymentAccount, cents: number) =>
  account.job.status === 'cancelled'
    ? { feeCents: account.feeCents - cents }
    : { adjustmentCents: account.adjustmentCents - cents }

/** The sales tax in what was charged and not given back, in cents; what is paid too much has none. */
export const taxCollectedOf = (account: PaymentAccount): number =>
  salesTaxIn(Math.min(netOf(account), dueOf(account)), account.job)

/** What was captured for the visit, or for the tip. */
export const capturesFor = (account: PaymentAccount, purpose: PaymentPurpose) =>
  account.captures.filter((row) => row.purpose === purpose)

/** What a payment of the network was made for. */
export const purposeOf = (account: PaymentAccount, paymentId: string | null): PaymentPurpose =>
  account.captures.find((row) => row.paymentId === paymentId)?.purpose ?? 'visit'

export const capturedOf = (account: PaymentAccount, purpose: PaymentPurpose = 'visit') =>
  sum(capturesFor(account, purpose).map((row) => row.capturedCents))
export const refundedOf = (account: PaymentAccount, purpose: PaymentPurpose = 'visit') =>
  sum(capturesFor(account, purpose).map((row) => row.refundedCents))
/** Captured less refunded cents; for the visit also what came in for its invoice. */
export const netOf = (account: PaymentAccount, purpose: PaymentPurpose = 'visit') =>
  capturedOf(account, purpose) -
  refundedOf(account, purpose) +
  (purpose === 'visit' ? account.invoicePaidCents : 0)

/** What the business is to have of a purpose, in cents: what the visit costs, or what is left of the tip. */
export const wantedOf = (account: PaymentAccount, purpose: PaymentPurpose): number =>
  purpose === 'tip' ? account.tipCents : dueOf(account)

function sum(cents: readonly number[]): number {
  return cents.reduce((total, value) => total + value, 0)
}
