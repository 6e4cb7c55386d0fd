import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AdjustReason } from '#shared/rules/payments.ts'
import { createdAt, id } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'
import { users } from './users.ts'

/** Who moved an amount due, from what to what and why; never changed. */
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
    createdAt: createdAt(),
  },
  (adjustment) => [index('payment_adjustments_job').on(adjustment.jobId, adjustment.createdAt)],
)
