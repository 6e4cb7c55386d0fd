import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Wallet } from '#shared/rules/wallets.ts'
import { createdAt, instant } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'

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
    jobId: uuid('job_id')
      .notNull()
      .references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
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
    keepCard: boolean('keep_card').notNull().default(false),
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
