import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Wallet } from '#shared/rules/wallets.ts'
import { createdAt } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'

/** What was paid for: the visit, or a tip on top. */
export type PaymentPurpose = 'visit' | 'tip'

/** Captured money, and how much was refunded. */
export const paymentCaptures = pgTable(
  'payment_captures',
  {
    paymentId: text('payment_id').primaryKey(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<PaymentPurpose>().notNull().default('visit'),
    capturedCents: integer('captured_cents').notNull(),
    /** Pending and completed refunds. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** A refund failed or was refused, and the network allows no more. */
    refundBlocked: boolean('refund_blocked').notNull().default(false),
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
