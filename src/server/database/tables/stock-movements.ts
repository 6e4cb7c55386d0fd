import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, partOf } from './columns.ts'
import { jobs } from './jobs.ts'
import { products } from './catalog.ts'
import { users } from './users.ts'

/** Stock increases and decreases. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: id(),
    productId: partOf('product_id', () => products.id),
    /** The visit that used it (negative) or returned some; null for a count. */
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull(),
    /** Resulting stock. */
    stockAfter: integer('stock_after').notNull(),
    reason: text('reason').notNull().default(''),
    actorId: uuid('actor_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (movement) => [
    index('stock_movements_product').on(movement.productId, movement.createdAt, movement.id),
    index('stock_movements_job').on(movement.jobId),
    index('stock_movements_actor')
      .on(movement.actorId)
      .where(sql`${movement.actorId} is not null`),
  ],
)
