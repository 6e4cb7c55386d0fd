import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  jsonb,
} from 'drizzle-orm/pg-core'
import type { Wallet } from '#shared/rules/wallets.ts'
import { createdAt, id, instant, partOf } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'
import type { DiscrepancyOutcome } from '#shared/rules/payments.ts'
import type { DisputeState } from '#shared/rules/disputes.ts'
import { users } from './users.ts'

export type PaymentOperationKind =
  | 'save_card'
  | 'hold'
  | 'charge'
  | 'tip'
  | 'change'
  | 'capture'
  | 'release'
  | 'refund'
  | 'read'

/** A call to the card network, committed before it is made. Its id is the idempotency key. */
export const paymentOperations = pgTable(
  'payment_operations',
  {
    id: uuid('id').primaryKey(),
    jobId: partOf('job_id', () => paymentAccounts.jobId),
    kind: text('kind').$type<PaymentOperationKind>().notNull(),
    cents: integer('cents').notNull(),
    /** The network's payment id. */
    paymentId: text('payment_id'),
    /** One-time token of the card form; cleared once the operation is closed. */
    token: text('token'),
    /** The token's wallet, if no card was typed. */
    wallet: text('wallet').$type<Wallet>(),
    buyerPresent: boolean('buyer_present').notNull(),
    /** The stored card is to be saved for later visits. */
    saveForLater: boolean('keep_card').notNull().default(false),
    status: text('status').$type<'open' | 'done' | 'declined'>().notNull().default('open'),
    code: text('code'),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: instant('next_try_at'),
    leaseUntil: instant('lease_until'),
    createdAt: createdAt(),
    closedAt: instant('closed_at'),
  },
  (op) => [
    uniqueIndex('payment_operations_open')
      .on(op.jobId)
      .where(sql`${op.status} = 'open'`),
    index('payment_operations_job').on(op.jobId, op.createdAt),
  ],
)

/** `respondBy`: an ISO 8601 instant. */
type StoredDispute = { id: string; cents: number; state: DisputeState; respondBy?: string }

/** Accepted webhook events; the network delivers each at least once. */
export const providerEvents = pgTable(
  'provider_events',
  {
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    paymentId: text('payment_id'),
    /** Null for an event about a payment that is not ours. */
    jobId: uuid('job_id').references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    /** A dispute's content; for anything else the payment is read. */
    dispute: jsonb('dispute').$type<StoredDispute>(),
    /** Event time reported by the network. */
    occurredAt: instant('occurred_at'),
    createdAt: createdAt(),
    /** When the office replayed it. */
    replayedAt: instant('replayed_at'),
  },
  (event) => [
    index('provider_events_age').on(event.createdAt),
    index('provider_events_unmatched')
      .on(event.createdAt)
      .where(sql`${event.jobId} is null and ${event.paymentId} is not null`),
  ],
)

/** Unexpected events reported by the card network. Part of the payment's note until resolved. */
export const paymentDiscrepancies = pgTable(
  'payment_discrepancies',
  {
    id: id(),
    jobId: partOf('job_id', () => paymentAccounts.jobId),
    /** Unique subject. */
    ref: text('ref').notNull().unique(),
    detail: text('detail').notNull(),
    createdAt: createdAt(),
    /** For a failed refund: the stuck amount and its payment. */
    stuckCents: integer('stuck_cents'),
    paymentId: text('payment_id'),
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuid('resolved_by').references(() => users.id),
    outcome: text('outcome').$type<DiscrepancyOutcome>(),
    /** How it was resolved, as free text. */
    resolution: text('resolution'),
  },
  (discrepancy) => [
    index('payment_discrepancies_job').on(discrepancy.jobId),
    index('payment_discrepancies_open')
      .on(discrepancy.createdAt)
      .where(sql`${discrepancy.resolvedAt} is null`),
  ],
)
