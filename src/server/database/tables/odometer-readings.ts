import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'
import { vehicles } from './vehicles.ts'

/** A reading on a business-local date; a later one that day replaces it. */
export const odometerReadings = pgTable(
  'odometer_readings',
  {
    id: id(),
    vehicleId: uuid('vehicle_id')
      .notNull()
      .references(() => vehicles.id, { onDelete: 'cascade' }),
    miles: integer('miles').notNull(),
    readOn: date('read_on', { mode: 'string' }).notNull(),
    /** Who read it. */
    readBy: uuid('read_by').references(() => users.id),
    createdAt: createdAt(),
  },
  (reading) => [
    uniqueIndex('odometer_readings_day').on(reading.vehicleId, reading.readOn),
    index('odometer_readings_read_by')
      .on(reading.readBy)
      .where(sql`${reading.readBy} is not null`),
  ],
)
