import { date, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

/** Closures as entered by the office: days, or times of them. The resulting blocks are in `blocked_slots`. */
export const closures = pgTable(
  'closures',
  {
    id: id(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }).notNull(),
    /** Slots closed on each of its days, in order. */
    slots: smallint('slots').array().notNull(),
    name: text('name').notNull().default(''),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** Incremented by each change, for `If-Match`. */
    version: integer('version').notNull().default(1),
    /** Who changed it last. */
    changedBy: uuid('changed_by'),
  },
  (closure) => [index('closures_to').on(closure.toDate)],
)
