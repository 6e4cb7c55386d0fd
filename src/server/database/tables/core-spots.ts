import type { TaxMode } from '#shared/rules/sales-tax.ts'
import { boolean, doublePrecision, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { RateChange } from '#shared/rules/dated-values.ts'
import { createdAt, id } from './columns.ts'

export const coreSpots = pgTable('core_spots', {
  id: id(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  radiusMiles: doublePrecision('radius_miles').notNull().default(10),
  /** Sales tax at its addresses in basis points; null for the business's rate. */
  taxRateBp: integer('tax_rate_bp'),
  /** What the sales tax applies to; null for the setting. */
  taxMode: text('tax_mode').$type<TaxMode>(),
  /** Later rates, each for visits from its day on, earliest first. */
  taxRateChanges: jsonb('tax_rate_changes').$type<RateChange[]>().notNull().default([]),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
  /** Incremented by each change, for `If-Match`. */
  version: integer('version').notNull().default(1),
})
