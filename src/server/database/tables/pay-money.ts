import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { payCases } from './pay-cases.ts'

/** Money taken from a card, and how much of it went back. */
export const payMoney = pgTable(
  'pay_money',
  {
    paymentId: text('payment_id').primaryKey(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => payCases.jobId, { onDelete: 'cascade' }),
    capturedCents: integer('captured_cents').notNull(),
    /** Refunds that are pending or done. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** A refund failed or was refused; the network allows no further one. */
    refundBlocked: boolean('refund_blocked').notNull().default(false),
    /** What a receipt says of the card; null where the network did not say. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    createdAt: createdAt(),
  },
  (money) => [
    index('pay_money_job').on(money.jobId, money.createdAt),
    check(
      'pay_money_refunded',
      sql`0 <= ${money.refundedCents} and ${money.refundedCents} <= ${money.capturedCents}`,
    ),
  ],
)
