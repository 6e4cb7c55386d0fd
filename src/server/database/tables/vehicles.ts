import {
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { OilType } from '#shared/rules/oil.ts'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

export const vehicles = pgTable(
  'vehicles',
  {
    id: id(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => users.id),
    make: text('make').notNull(),
    model: text('model').notNull(),
    /** Model year as the screens send it, four digits. */
    year: text('year').notNull(),
    licensePlate: text('license_plate').notNull(),
    vin: text('vin'),
    trim: text('trim'),
    engine: text('engine'),
    fuel: text('fuel'),
    oilType: text('oil_type').$type<OilType>(),
    /** Quarts, with filter. */
    oilCapacity: doublePrecision('oil_capacity'),
    recommendedServiceLevel: text('recommended_service_level').$type<OilType>(),
    capacitySource: text('capacity_source'),
    confidence: text('confidence'),
    createdAt: createdAt(),
    deletedAt: instant('deleted_at'),
  },
  (vehicle) => [
    index('vehicles_customer').on(vehicle.customerId, vehicle.createdAt),
    index('vehicles_deleted').on(vehicle.deletedAt),
  ],
)

/** What an odometer showed on a business-local date; a later reading of one day replaces the earlier. */
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
  (reading) => [uniqueIndex('odometer_readings_day').on(reading.vehicleId, reading.readOn)],
)

/** Oil data per engine: the curated start from `data/oil/engines.csv`, corrected by operators. */
export const engines = pgTable(
  'engines',
  {
    id: id(),
    make: text('make').notNull(),
    model: text('model').notNull(),
    years: text('years').notNull(),
    engine: text('engine').notNull(),
    quarts: real('quarts').notNull(),
    viscosity: text('viscosity').notNull(),
    oilType: text('oil_type').$type<OilType>().notNull(),
    source: text('source').notNull(),
    confidence: text('confidence').notNull(),
  },
  (engine) => [index('engines_make').on(engine.make)],
)
