import { sql } from 'drizzle-orm'
import {
  boolean,
  integer,
  pgTable,
  real,
  text,
  uniqueIndex,
  primaryKey,
  uuid,
  index,
  jsonb,
} from 'drizzle-orm/pg-core'
import type { PriceChange } from '#shared/rules/dated-values.ts'
import type { OilType } from '#shared/rules/oil.ts'
import { createdAt, id, partOf, refersTo } from './columns.ts'
import type { ExtraType } from '#shared/rules/extras.ts'
import type { ProductCategory, ProductCondition, FieldChange } from '#shared/rules/catalog.ts'
import { users } from './users.ts'

export const servicePackages = pgTable(
  'service_packages',
  {
    id: id(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    basePriceCents: integer('base_price_cents').notNull(),
    /** Later prices, each for visits from its day on, earliest first. */
    priceChanges: jsonb('price_changes').$type<PriceChange[]>().notNull().default([]),
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
    includedQuarts: real('included_quarts').notNull().default(5),
    /** How long a technician stays. */
    minutes: integer('minutes').notNull().default(45),
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

/** Goods and add-on services; categories `addon` and `service` are offered with a visit. */
export const products = pgTable('products', {
  id: id(),
  name: text('name').notNull(),
  category: text('category').$type<ProductCategory>().notNull().default('oil'),
  priceCents: integer('price_cents').notNull(),
  /** Whether sales tax applies, where there is any. */
  taxable: boolean('taxable').notNull().default(true),
  description: text('description').notNull().default(''),
  sku: text('sku').notNull().unique(),
  /** The operator's switch to take it off sale, independent of stock. */
  onSale: boolean('on_sale').notNull().default(true),
  /** Pieces in stock; negative if visits used more than was recorded. */
  stockQuantity: integer('stock_quantity').notNull().default(0),
  /** Low stock at this quantity or below; null for the setting. */
  lowStockAt: integer('low_stock_at'),
  /** Receipt details; for oil also its grade and service category: "5W-30", "API SP". Empty if unknown. */
  brand: text('brand').notNull().default(''),
  viscosity: text('viscosity').notNull().default(''),
  serviceCategory: text('service_category').notNull().default(''),
  partNumber: text('part_number').notNull().default(''),
  condition: text('condition').$type<ProductCondition>().notNull().default('new'),
  /** The business's cost per piece; null if unknown. */
  unitCostCents: integer('unit_cost_cents'),
  /** The extra that uses one of it. */
  extraType: text('extra_type').$type<ExtraType>(),
  /** Incremented by each change, for `If-Match`; stock used by visits does not count. */
  version: integer('version').notNull().default(1),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
})

/** A package's use of stock. */
export const packageProducts = pgTable(
  'package_products',
  {
    packageId: partOf('package_id', () => servicePackages.id),
    productId: refersTo('product_id', () => products.id),
    /** Pieces per visit, or per quart of its engine. */
    quantity: integer('quantity').notNull().default(1),
    perQuart: boolean('per_quart').notNull().default(false),
  },
  (use) => [primaryKey({ columns: [use.packageId, use.productId] })],
)

/** Changes of packages, products and engines with their authors; append-only. */
export const catalogChanges = pgTable(
  'catalog_changes',
  {
    id: id(),
    /** The package, product or engine, possibly deleted. */
    subjectId: uuid('subject_id').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
    createdAt: createdAt(),
  },
  (change) => [index('catalog_changes_subject').on(change.subjectId, change.createdAt)],
)
