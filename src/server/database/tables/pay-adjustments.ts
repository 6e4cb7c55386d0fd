import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AdjustReason } from '#shared/rules/payments.ts'
import { createdAt, id } from './columns.ts'
import { payCases } from './pay-cases.ts'
import { users } from './users.ts'

/** Who moved an amount due, from what to what and why; never changed. */
export const payAdjustments = pgTable(
  'pay_adjustments',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => payCases.jobId, { onDelete: 'cascade' }),
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
