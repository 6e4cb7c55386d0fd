import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Wallet } from '#shared/rules/wallets.ts'
import { createdAt } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'

/** What money was taken for: what the visit costs, or a tip on top of it. */
export type PaymentPurpose = 'visit' | 'tip'

/** Money taken from a card, and how much of it went back. */
export const paymentCaptures = pgTable(
  'payment_captures',
  {
    paymentId: text('payment_id').primaryKey(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<PaymentPurpose>().notNull().default('visit'),
    capturedCents: integer('captured_cents').notNull(),
    /** Refunds that are pending or done. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** A refund failed or was refused; the network allows no further one. */
    refundBlocked: boolean('refund_blocked').notNull().default(false),
    /** What a receipt says of the card; null where the network did not say. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** Where that card was shown, if it was not typed; the browser said so, the network does not. */
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
