import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { jobs } from './jobs.ts'
import { promotions } from './promotions.ts'

/** Which visit was booked with which code; a trigger takes the row away when the visit is cancelled, and others count. */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    promotionId: uuid('promotion_id')
      .notNull()
      .references(() => promotions.id),
    /** What it took off the price. */
    cents: integer('cents').notNull(),
    createdAt: createdAt(),
  },
  (use) => [index('promotion_uses_promotion').on(use.promotionId)],
)
