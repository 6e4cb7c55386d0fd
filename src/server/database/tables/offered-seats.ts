import { date, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'

/** A slot's number of seats when it began, without booked ones; written once. */
export const offeredSeats = pgTable(
  'offered_seats',
  {
    serviceDate: date('service_date', { mode: 'string' }).notNull(),
    slot: smallint('slot').notNull(),
    seats: smallint('seats').notNull(),
  },
  (offered) => [primaryKey({ columns: [offered.serviceDate, offered.slot] })],
)
