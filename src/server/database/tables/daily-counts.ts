import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** How often something was done by somebody on a day of UTC, where that is limited. */
export const dailyCounts = pgTable(
  'daily_counts',
  {
    /** What was done. */
    what: text('what').notNull(),
    /** Who did it: a person, a network. */
    who: text('who').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.what, row.who, row.day] }),
    index('daily_counts_day').on(row.day),
  ],
)
