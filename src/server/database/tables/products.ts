import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { ExtraType } from '#shared/rules/extras.ts'
import type { ProductCategory } from '#shared/rules/catalog.ts'
import { createdAt, id } from './columns.ts'

/** Goods and add-on services; the categories `addon` and `service` are offered with a visit. */
export const products = pgTable('products', {
  id: id(),
  name: text('name').notNull(),
  category: text('category').$type<ProductCategory>().notNull().default('oil'),
  priceCents: integer('price_cents').notNull(),
  /** Where the business takes sales tax, it takes it on this. */
  taxable: boolean('taxable').notNull().default(true),
  description: text('description').notNull().default(''),
  sku: text('sku').notNull().unique(),
  /** The operator's switch that takes an item off sale; stock itself is `stockQuantity`. */
  onSale: boolean('on_sale').notNull().default(true),
  /** Pieces on the shelf; below zero where visits took more than anybody knew of. */
  stockQuantity: integer('stock_quantity').notNull().default(0),
  /** So many, or fewer, are low stock; null: as the setting says. */
  lowStockAt: integer('low_stock_at'),
  /** The extra that takes one of it. */
  extraType: text('extra_type').$type<ExtraType>(),
  /** Counts its changes, for `If-Match`; what visits take is none. */
  version: integer('version').notNull().default(1),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
})
