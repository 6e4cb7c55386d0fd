import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RecordedMethod } from '#shared/rules/recorded-payments.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'
import type { AdjustReason } from '#shared/rules/payments.ts'
import type { DisputeState } from '#shared/rules/disputes.ts'
import { statementPayments } from './statements.ts'
import { users } from './users.ts'

/** Money held on a card, at most seven days. */
export const paymentHolds = pgTable(
  'payment_holds',
  {
    paymentId: text('payment_id').primaryKey(),
    jobId: partOf('job_id', () => paymentAccounts.jobId),
    cents: integer('cents').notNull(),
    expiresAt: instant('expires_at').notNull(),
    canRaise: boolean('can_raise').notNull(),
    /** The network refused to change the amount. */
    fixed: boolean('fixed').notNull().default(false),
    /** The network refused the capture. */
    refused: boolean('refused').notNull().default(false),
    status: text('status')
      .$type<'open' | 'captured' | 'released' | 'expired' | 'failed'>()
      .notNull(),
    /** The held card, if reported, and its wallet. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    wallet: text('wallet').$type<Wallet>(),
    createdAt: createdAt(),
  },
  (hold) => [
    uniqueIndex('payment_holds_open')
      .on(hold.jobId)
      .where(sql`${hold.status} = 'open'`),
    index('payment_holds_job').on(hold.jobId, hold.createdAt),
  ],
)

export type PaymentPurpose = 'visit' | 'tip'

/** Captured money, and how much was refunded. */
export const paymentCaptures = pgTable(
  'payment_captures',
  {
    paymentId: text('payment_id').primaryKey(),
    jobId: partOf('job_id', () => paymentAccounts.jobId),
    purpose: text('purpose').$type<PaymentPurpose>().notNull().default('visit'),
    capturedCents: integer('captured_cents').notNull(),
    /** Pending and completed refunds. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** A refund failed or was refused, and the network allows no more. */
    refundBlocked: boolean('refund_blocked').notNull().default(false),
    /** Held back by the bank while a dispute is open, and what lost disputes returned to the customer. */
    disputedCents: integer('disputed_cents').notNull().default(0),
    lostCents: integer('lost_cents').notNull().default(0),
    /** Card details for receipts; null if the network reported none. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** The wallet it came from, as reported by the browser. */
    wallet: text('wallet').$type<Wallet>(),
    createdAt: createdAt(),
  },
  (money) => [
    index('payment_captures_job').on(money.jobId, money.createdAt),
    check(
      'payment_captures_refunded',
      sql`0 <= ${money.refundedCents} and ${money.refundedCents} <= ${money.capturedCents}`,
    ),
  ],
)

export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    refundId: text('refund_id').primaryKey(),
    jobId: partOf('job_id', () => paymentAccounts.jobId),
    paymentId: text('payment_id')
      .notNull()
      .references(() => paymentCaptures.paymentId, { onDelete: 'cascade' }),
    cents: integer('cents').notNull(),
    status: text('status').$type<'pending' | 'completed' | 'failed'>().notNull(),
    /** `network`: made in the network's dashboard; `office`: returned without the card after a failed refund. */
    origin: text('origin').$type<'orchestrator' | 'network' | 'office'>().notNull(),
    createdAt: createdAt(),
  },
  (refund) => [index('payment_refunds_job').on(refund.jobId, refund.createdAt)],
)

/** Disputes (chargebacks) of captured payments, by the network's id. Append-only except for their state. */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    disputeId: text('dispute_id').primaryKey(),
    jobId: partOf('job_id', () => paymentAccounts.jobId),
    paymentId: text('payment_id')
      .notNull()
      .references(() => paymentCaptures.paymentId, { onDelete: 'cascade' }),
    cents: integer('cents').notNull(),
    state: text('state').$type<DisputeState>().notNull(),
    /** Until when the bank accepts evidence, if the network reports it. */
    respondBy: instant('respond_by'),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
  },
  (dispute) => [index('payment_disputes_job').on(dispute.jobId, dispute.createdAt)],
)

/**
 * Payments made without the card network, as recorded by the office or a technician. One that was recorded by mistake, or
 * that did not go through, is taken back; `cents` is negative for money given back to the customer.
 */
export const recordedPayments = pgTable(
  'recorded_payments',
  {
    id: id(),
    jobId: partOf('job_id', () => paymentAccounts.jobId),
    method: text('method').$type<RecordedMethod>().notNull(),
    cents: integer('cents').notNull(),
    /** A check number or the like; empty for none. */
    reference: text('reference').notNull().default(''),
    /** The business-local day it was received. */
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    recordedBy: uuid('recorded_by').references(() => users.id),
    /** The payment of a statement that this is a part of. */
    statementPaymentId: uuid('statement_payment_id').references(() => statementPayments.id),
    createdAt: createdAt(),
    takenBackAt: instant('taken_back_at'),
    takenBackBy: uuid('taken_back_by').references(() => users.id),
    takenBackReason: text('taken_back_reason').notNull().default(''),
  },
  (recorded) => [
    index('recorded_payments_job').on(recorded.jobId, recorded.createdAt),
    index('recorded_payments_recorded_by').on(recorded.recordedBy),
    index('recorded_payments_statement')
      .on(recorded.statementPaymentId)
      .where(sql`${recorded.statementPaymentId} is not null`),
    index('recorded_payments_taken_back_by')
      .on(recorded.takenBackBy)
      .where(sql`${recorded.takenBackBy} is not null`),
    check('recorded_payments_cents', sql`${recorded.cents} <> 0`),
  ],
)

/**
 * Changes of an amount due with author and reason, including refunds and tips; append-only except for an erased customer's
 * words.
 */
export const paymentAdjustments = pgTable(
  'payment_adjustments',
  {
    id: id(),
    jobId: partOf('job_id', () => paymentAccounts.jobId),
    actorId: refersTo('actor_id', () => users.id),
    fromCents: integer('from_cents').notNull(),
    toCents: integer('to_cents').notNull(),
    reason: text('reason').$type<AdjustReason>().notNull(),
    /** Free-text reason, if any. */
    words: text('words').notNull().default(''),
    kind: text('kind')
      .$type<'adjustment' | 'refund' | 'tip_refund'>()
      .notNull()
      .default('adjustment'),
    /** Hash of the request's key, so it counts once. */
    keyHash: text('key_hash'),
    createdAt: createdAt(),
  },
  (adjustment) => [
    index('payment_adjustments_job').on(adjustment.jobId, adjustment.createdAt),
    uniqueIndex('payment_adjustments_key').on(adjustment.jobId, adjustment.keyHash),
    index('payment_adjustments_actor').on(adjustment.actorId),
  ],
)
