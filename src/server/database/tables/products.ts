import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { ExtraType } from '#shared/rules/extras.ts'
import type { ProductCategory } from '#shared/rules/catalog.ts'
import { createdAt, id } from './columns.ts'

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
  /** The extra that uses one of it. */
  extraType: text('extra_type').$type<ExtraType>(),
  /** Incremented by each change, for `If-Match`; stock used by visits does not count. */
  version: integer('version').notNull().default(1),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
})
