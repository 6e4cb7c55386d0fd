import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OilType } from '#shared/rules/oil.ts'
import { createdAt, id } from './columns.ts'

export const servicePackages = pgTable(
  'service_packages',
  {
    id: id(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    basePriceCents: integer('base_price_cents').notNull(),
    /** Whether sales tax applies, where there is any. */
    taxable: boolean('taxable').notNull().default(true),
    oilType: text('oil_type').$type<OilType>().notNull(),
    features: text('features').array().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    serviceType: text('service_type').notNull().default('oil_change'),
    /** Position in the list, from 0. */
    position: integer('position').notNull().default(0),
    /** The recommended package. */
    isRecommended: boolean('is_recommended').notNull().default(false),
    /** Quarts included in the price. */
    includedQuarts: real('included_quarts').notNull().default(5),
    /** Incremented by each change, for `If-Match`. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (offer) => [
    uniqueIndex('service_packages_recommended')
      .on(offer.isRecommended)
      .where(sql`${offer.isRecommended}`),
  ],
)
