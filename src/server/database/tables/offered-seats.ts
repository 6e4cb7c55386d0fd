import { date, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'

/** How many seats a slot of a day had when it began, booked ones aside; written once and never again. */
export const offeredSeats = pgTable(
  'offered_seats',
  {
    serviceDate: date('service_date', { mode: 'string' }).notNull(),
    slot: smallint('slot').notNull(),
    seats: smallint('seats').notNull(),
  },
  (offered) => [primaryKey({ columns: [offered.serviceDate, offered.slot] })],
)
