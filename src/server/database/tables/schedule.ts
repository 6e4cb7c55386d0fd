import {
  boolean,
  date,
  doublePrecision,
  jsonb,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import type { Settings } from '#shared/rules/settings.ts'
import { createdAt, id, instant } from './columns.ts'

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

export const coreSpots = pgTable('core_spots', {
  id: id(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  radiusMiles: doublePrecision('radius_miles').notNull().default(10),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
})

/** One row (id 1): what the operator changed of the default settings. */
export const settings = pgTable('settings', {
  id: integer('id').primaryKey().default(1),
  changed: jsonb('changed').$type<Partial<Settings>>().notNull().default({}),
  version: integer('version').notNull().default(1),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
