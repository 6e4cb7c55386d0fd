import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** A technician's days off, business-local dates, both included. */
export const daysOff = pgTable(
  'days_off',
  {
    id: id(),
    technicianId: uuid('technician_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    from: date('from_date', { mode: 'string' }).notNull(),
    to: date('to_date', { mode: 'string' }).notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (off) => [
    check('days_off_in_order', sql`${off.from} <= ${off.to}`),
    index('days_off_technician').on(off.technicianId, off.to),
  ],
)
