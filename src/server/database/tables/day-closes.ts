import { date, index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { ClosedFigures } from '#shared/rules/daily-close.ts'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** Who signed off a business day, when, and with which figures. The newest of a day counts; none is ever changed. */
export const dayCloses = pgTable(
  'day_closes',
  {
    id: id(),
    day: date('day', { mode: 'string' }).notNull(),
    by: uuid('by')
      .notNull()
      .references(() => users.id),
    /** How many ledger entries the day had, and what they came to, in cents. */
    entries: integer('entries').notNull(),
    figures: jsonb('figures').$type<ClosedFigures>().notNull(),
    /** Differences that nobody had explained then; null where the day as it was had not been compared. */
    openDifferences: integer('open_differences'),
    createdAt: createdAt(),
  },
  (close) => [index('day_closes_day').on(close.day, close.createdAt)],
)
