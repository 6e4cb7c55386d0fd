import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AdjustReason } from '#shared/rules/payments.ts'
import { createdAt, id } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'
import { users } from './users.ts'

/**
 * Changes of an amount due with author and reason, including refunds and tips; append-only except for an erased customer's
 * words.
 */
export const paymentAdjustments = pgTable(
  'payment_adjustments',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id),
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
