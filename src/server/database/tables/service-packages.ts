import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { OilType } from '#shared/rules/oil.ts'
import { createdAt, id } from './columns.ts'

export const servicePackages = pgTable('service_packages', {
  id: id(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  basePriceCents: integer('base_price_cents').notNull(),
  oilType: text('oil_type').$type<OilType>().notNull(),
  features: text('features').array().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  serviceType: text('service_type').notNull().default('oil_change'),
  createdAt: createdAt(),
})
