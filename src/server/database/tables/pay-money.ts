import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AdjustReason } from '#shared/rules/payments.ts'
import { createdAt, id, instant } from './columns.ts'
import { payCases } from './payments.ts'
import { users } from './users.ts'

const jobId = () =>
  uuid('job_id')
    .notNull()
    .references(() => payCases.jobId, { onDelete: 'cascade' })

/** Money reserved on a card. The network lets at most seven days pass. */
export const payHolds = pgTable(
  'pay_holds',
  {
    paymentId: text('payment_id').primaryKey(),
    jobId: jobId(),
    cents: integer('cents').notNull(),
    expiresAt: instant('expires_at').notNull(),
    canRaise: boolean('can_raise').notNull(),
    /** The network refused another amount. */
    fixed: boolean('fixed').notNull().default(false),
    /** The network refused to capture it. */
    refused: boolean('refused').notNull().default(false),
    status: text('status')
      .$type<'open' | 'captured' | 'released' | 'expired' | 'failed'>()
      .notNull(),
    createdAt: createdAt(),
  },
  (hold) => [
    uniqueIndex('pay_holds_open')
      .on(hold.jobId)
      .where(sql`${hold.status} = 'open'`),
    index('pay_holds_job').on(hold.jobId, hold.createdAt),
  ],
)

/** Money taken from a card, and how much of it went back. */
export const payMoney = pgTable(
  'pay_money',
  {
    paymentId: text('payment_id').primaryKey(),
    jobId: jobId(),
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

export const payRefunds = pgTable(
  'pay_refunds',
  {
    refundId: text('refund_id').primaryKey(),
    jobId: jobId(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payMoney.paymentId, { onDelete: 'cascade' }),
    cents: integer('cents').notNull(),
    status: text('status').$type<'pending' | 'completed' | 'failed'>().notNull(),
    /** `network`: made in the network's own dashboard. */
    origin: text('origin').$type<'planner' | 'network'>().notNull(),
    createdAt: createdAt(),
  },
  (refund) => [index('pay_refunds_job').on(refund.jobId, refund.createdAt)],
)

/** Who moved an amount due, from what to what and why; never changed. */
export const payAdjustments = pgTable(
  'pay_adjustments',
  {
    id: id(),
    jobId: jobId(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
    fromCents: integer('from_cents').notNull(),
    toCents: integer('to_cents').notNull(),
    reason: text('reason').$type<AdjustReason>().notNull(),
    createdAt: createdAt(),
  },
  (adjustment) => [index('pay_adjustments_job').on(adjustment.jobId, adjustment.createdAt)],
)
