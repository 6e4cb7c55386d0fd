import { date, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

export const blockedSlots = pgTable(
  'blocked_slots',
  {
    serviceDate: date('service_date', { mode: 'string' }).notNull(),
    slot: smallint('slot').notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (blocked) => [primaryKey({ columns: [blocked.serviceDate, blocked.slot] })],
)
