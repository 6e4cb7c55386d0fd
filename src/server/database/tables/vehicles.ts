import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  doublePrecision,
  index,
  pgTable,
  text,
  uuid,
  date,
  integer,
  uniqueIndex,
  boolean,
  jsonb,
  real,
} from 'drizzle-orm/pg-core'
import type { OilType } from '#shared/rules/oil.ts'
import { createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { users } from './users.ts'

export const vehicles = pgTable(
  'vehicles',
  {
    id: id(),
    customerId: refersTo('customer_id', () => users.id),
    /** A company's own number for it, in upper case; empty for none. */
    unitNumber: text('unit_number').notNull().default(''),
    /** The member of the company who drives it. */
    driverId: uuid('driver_id').references(() => users.id),
    make: text('make').notNull(),
    model: text('model').notNull(),
    /** Model year as sent by the screens, four digits. */
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
    /** Its engine in the table, if known for certain. */
    engineId: uuid('engine_id').references((): AnyPgColumn => engines.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** When it or its odometer was last corrected, deleted or recovered; null if never. */
    touchedAt: instant('touched_at'),
    deletedAt: instant('deleted_at'),
  },
  (vehicle) => [
    index('vehicles_engine')
      .on(vehicle.engineId)
      .where(sql`${vehicle.engineId} is not null`),
    index('vehicles_customer').on(vehicle.customerId, vehicle.createdAt),
    uniqueIndex('vehicles_unit')
      .on(vehicle.customerId, vehicle.unitNumber)
      .where(sql`${vehicle.unitNumber} <> '' and ${vehicle.deletedAt} is null`),
    index('vehicles_driver')
      .on(vehicle.driverId)
      .where(sql`${vehicle.driverId} is not null`),
    // Deleted cars: their list, its order by car, and its search.
    index('vehicles_deleted')
      .on(vehicle.deletedAt, vehicle.id)
      .where(sql`${vehicle.deletedAt} is not null`),
    index('vehicles_deleted_name')
      .on(
        sql`(${vehicle.make} || ' ' || ${vehicle.model} || ' ' || ${vehicle.year}) collate "und-x-icu"`,
        vehicle.id,
      )
      .where(sql`${vehicle.deletedAt} is not null`),
    index('vehicles_deleted_search')
      .using(
        'gin',
        sql`fold_text(${vehicle.year} || ' ' || ${vehicle.make} || ' ' || ${vehicle.model} || ' ' || coalesce(${vehicle.vin}, '')) gin_trgm_ops`,
        sql`regexp_replace(upper(${vehicle.licensePlate}), '[^A-Z0-9]', '', 'g') gin_trgm_ops`,
      )
      .where(sql`${vehicle.deletedAt} is not null`),
    // The plate separately: three of its letters occur in the VIN of every car of a make.
    index('vehicles_plate')
      .using(
        'gin',
        sql`regexp_replace(upper(${vehicle.licensePlate}), '[^A-Z0-9]', '', 'g') gin_trgm_ops`,
      )
      .where(sql`${vehicle.deletedAt} is null`),
    // Model, and make with model, letters and digits only: the office's search.
    index('vehicles_model')
      .on(sql`(regexp_replace(fold_text(${vehicle.model}), '[^a-z0-9]', '', 'g')) collate "C"`)
      .where(sql`${vehicle.deletedAt} is null`),
    index('vehicles_make_model')
      .on(
        sql`(regexp_replace(fold_text(${vehicle.make} || ${vehicle.model}), '[^a-z0-9]', '', 'g')) collate "C"`,
      )
      .where(sql`${vehicle.deletedAt} is null`),
    // Bare plate, space, VIN: the office's search.
    index('vehicles_search')
      .using(
        'gin',
        sql`(regexp_replace(upper(${vehicle.licensePlate}), '[^A-Z0-9]', '', 'g') || ' ' || coalesce(${vehicle.vin}, '')) gin_trgm_ops`,
      )
      .where(sql`${vehicle.deletedAt} is null`),
  ],
)

/** A reading on a business-local date; a later one that day replaces it. */
export const odometerReadings = pgTable(
  'odometer_readings',
  {
    id: id(),
    vehicleId: partOf('vehicle_id', () => vehicles.id),
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

/** An engine and its oil; both years are included. */
export type EngineFacts = {
  make: string
  model: string
  years: string
  engine: string
  quarts: number
  viscosity: string
  oilType: OilType
  source: string
  confidence: string
}

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
    /** Facts for work on it, entered by the office only; empty if unknown. Filters are like "Fram PH7317". */
    filters: text('filters').array().notNull().default([]),
    /** Foot-pounds. */
    drainPlugTorque: real('drain_plug_torque'),
    drainPlugWasher: text('drain_plug_washer').notNull().default(''),
    oilReset: text('oil_reset').notNull().default(''),
    /** Added by the office. */
    isOwn: boolean('is_own').notNull().default(false),
    /** The shipped data, once corrected by the office. */
    original: jsonb('original').$type<EngineFacts>(),
    /** Incremented by each change, for `If-Match`. */
    version: integer('version').notNull().default(1),
  },
  (engine) => [index('engines_make').on(engine.make)],
)
