import { boolean, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { products } from './products.ts'
import { servicePackages } from './service-packages.ts'

/** What a package takes from the shelf. */
export const packageProducts = pgTable(
  'package_products',
  {
    packageId: uuid('package_id')
      .notNull()
      .references(() => servicePackages.id, { onDelete: 'cascade' }),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /** Pieces for a visit, or for each quart of its engine. */
    quantity: integer('quantity').notNull().default(1),
    perQuart: boolean('per_quart').notNull().default(false),
  },
  (use) => [primaryKey({ columns: [use.packageId, use.productId] })],
)
