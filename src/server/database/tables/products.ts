import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'

export type ProductCategory = 'oil' | 'filter' | 'addon' | 'service'

/** Goods and add-on services; the categories `addon` and `service` are offered with a visit. */
export const products = pgTable('products', {
  id: id(),
  name: text('name').notNull(),
  category: text('category').$type<ProductCategory>().notNull().default('oil'),
  priceCents: integer('price_cents').notNull(),
  description: text('description').notNull().default(''),
  sku: text('sku').notNull().unique(),
  /** The operator's switch that takes an item off sale; stock itself is `stockQuantity`. */
  onSale: boolean('on_sale').notNull().default(true),
  stockQuantity: integer('stock_quantity').notNull().default(0),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
})
