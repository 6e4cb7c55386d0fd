import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** Addresses saved by customers under a name. */
export const places = pgTable(
  'places',
  {
    id: id(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    address: text('address').notNull(),
    /** How to get to the car there. */
    accessNotes: text('access_notes').notNull().default(''),
    createdAt: createdAt(),
  },
  (place) => [index('places_customer').on(place.customerId, place.createdAt)],
)
