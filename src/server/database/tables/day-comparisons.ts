import { date, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/** The latest full comparison of a business day with the card network. */
export const dayComparisons = pgTable('day_comparisons', {
  day: date('day', { mode: 'string' }).primaryKey(),
  /** The instants between which its list was read: another time zone makes a different day. */
  from: instant('from_at').notNull(),
  to: instant('to_at').notNull(),
  /** Start of the comparison: later movements are not included. */
  readAt: instant('read_at').notNull(),
  by: uuid('by').references(() => users.id),
})
