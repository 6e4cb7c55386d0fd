import { sql } from 'drizzle-orm'
import { doublePrecision, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
    createdAt: createdAt(),
    /** When it or its odometer was last corrected, deleted or recovered; null if never. */
    touchedAt: instant('touched_at'),
    deletedAt: instant('deleted_at'),
  },
  (vehicle) => [
    index('vehicles_customer').on(vehicle.customerId, vehicle.createdAt),
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
        sql`(${vehicle.year} || ' ' || ${vehicle.make} || ' ' || ${vehicle.model} || ' ' || coalesce(${vehicle.vin}, '')) gin_trgm_ops`,
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
    // Bare plate, space, VIN: the office's search.
    index('vehicles_search')
      .using(
        'gin',
        sql`(regexp_replace(upper(${vehicle.licensePlate}), '[^A-Z0-9]', '', 'g') || ' ' || coalesce(${vehicle.vin}, '')) gin_trgm_ops`,
      )
      .where(sql`${vehicle.deletedAt} is null`),
  ],
)
