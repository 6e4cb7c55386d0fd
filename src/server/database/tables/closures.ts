import { date, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

/** What the office closed, as it said it: days or times of them. What is closed by it stands in `blocked_slots`. */
export const closures = pgTable(
  'closures',
  {
    id: id(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }).notNull(),
    /** Numbers of the slots that are closed on each of its days, in order. */
    slots: smallint('slots').array().notNull(),
    name: text('name').notNull().default(''),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** Counts its changes, for `If-Match`. */
    version: integer('version').notNull().default(1),
    /** Who of the office changed it last. */
    changedBy: uuid('changed_by'),
  },
  (closure) => [index('closures_to').on(closure.toDate)],
)
