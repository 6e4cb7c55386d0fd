import { date, index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { ClosedFigures } from '#shared/rules/daily-close.ts'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** Sign-offs of business days with their figures. The newest of a day counts; append-only. */
export const dayCloses = pgTable(
  'day_closes',
  {
    id: id(),
    day: date('day', { mode: 'string' }).notNull(),
    by: uuid('by')
      .notNull()
      .references(() => users.id),
    /** The day's number of ledger entries, and their sums in cents. */
    entries: integer('entries').notNull(),
    figures: jsonb('figures').$type<ClosedFigures>().notNull(),
    /** Unexplained differences at that time; null if the day had not been compared. */
    openDifferences: integer('open_differences'),
    createdAt: createdAt(),
  },
  (close) => [index('day_closes_day').on(close.day, close.createdAt)],
)
