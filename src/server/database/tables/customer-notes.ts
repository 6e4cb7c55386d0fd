import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** The office's private notes about a customer. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: id(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    note: text('note').notNull(),
    createdAt: createdAt(),
  },
  (row) => [
    index('customer_notes_customer').on(row.customerId, row.createdAt.desc()),
    index('customer_notes_author').on(row.authorId),
  ],
)
