import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { jobs } from './jobs.ts'
import { promotions } from './promotions.ts'

/** Codes used by visits; a trigger deletes the row when the visit is cancelled, and maintains the counts. */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    promotionId: uuid('promotion_id')
      .notNull()
      .references(() => promotions.id),
    /** The discount. */
    cents: integer('cents').notNull(),
    createdAt: createdAt(),
  },
  (use) => [index('promotion_uses_promotion').on(use.promotionId)],
)
