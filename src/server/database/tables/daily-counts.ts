import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Counts of limited actions per UTC day. */
export const dailyCounts = pgTable(
  'daily_counts',
  {
    /** The action. */
    what: text('what').notNull(),
    /** The person or network. */
    who: text('who').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.what, row.who, row.day] }),
    index('daily_counts_day').on(row.day),
  ],
)
