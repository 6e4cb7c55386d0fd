import { boolean, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { products } from './products.ts'
import { servicePackages } from './service-packages.ts'

/** A package's use of stock. */
export const packageProducts = pgTable(
  'package_products',
  {
    packageId: uuid('package_id')
      .notNull()
      .references(() => servicePackages.id, { onDelete: 'cascade' }),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /** Pieces per visit, or per quart of its engine. */
    quantity: integer('quantity').notNull().default(1),
    perQuart: boolean('per_quart').notNull().default(false),
  },
  (use) => [primaryKey({ columns: [use.packageId, use.productId] })],
)
