import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** Changes of a customer's record with their authors: the changed fields, but no values except a merged customer's name. */
export const customerEvents = pgTable(
  'customer_events',
  {
    id: id(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    actorId: uuid('actor_id').references(() => users.id),
    kind: text('kind')
      .$type<'added' | 'changed' | 'note_added' | 'note_removed' | 'vehicle_recovered' | 'merged'>()
      .notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    /** The record's resulting version. */
    version: integer('version').notNull(),
    createdAt: createdAt(),
  },
  (event) => [
    index('customer_events_customer').on(event.customerId, event.createdAt.desc()),
    index('customer_events_actor')
      .on(event.actorId)
      .where(sql`${event.actorId} is not null`),
  ],
)
