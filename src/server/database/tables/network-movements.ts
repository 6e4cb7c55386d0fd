import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The card network's list of movements, as read for a comparison. Written by the daily close only. */
export const networkMovements = pgTable(
  'network_movements',
  {
    kind: text('kind').$type<'captured' | 'refunded'>().notNull(),
    /** The network's id of the payment or refund. */
    id: text('id').notNull(),
    paymentId: text('payment_id').notNull(),
    cents: integer('cents').notNull(),
    status: text('status').$type<'pending' | 'completed' | 'failed'>().notNull(),
    /** Null if we only know that it exists outside the day that was read. */
    at: instant('at'),
    reference: text('reference'),
    readAt: instant('read_at').notNull(),
  },
  (movement) => [
    primaryKey({ columns: [movement.kind, movement.id] }),
    index('network_movements_at').on(movement.at),
  ],
)
