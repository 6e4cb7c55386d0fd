import { date, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** When a business day was last compared with the card network, whole. */
export const dayComparisons = pgTable('day_comparisons', {
  day: date('day', { mode: 'string' }).primaryKey(),
  /** The instants between which its list was read: another time zone makes another day of it. */
  from: instant('from_at').notNull(),
  to: instant('to_at').notNull(),
  /** When reading began: what moved later is not compared. */
  readAt: instant('read_at').notNull(),
  by: uuid('by').references(() => users.id),
})
