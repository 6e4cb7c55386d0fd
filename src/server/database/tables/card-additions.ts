import { boolean, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { users } from './users.ts'

/** A card a customer saves without a visit: stored before the network is called, its id is the idempotency key. */
export const cardAdditions = pgTable(
  'card_additions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** One-time token of the card form; cleared once the addition is closed. */
    token: text('token'),
    tokenHash: text('token_hash').notNull(),
    /** Becomes the default card. */
    isDefault: boolean('is_default').notNull(),
    status: text('status').$type<'open' | 'done' | 'declined'>().notNull().default('open'),
    code: text('code'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    closedAt: instant('closed_at'),
  },
  (addition) => [uniqueIndex('card_additions_token').on(addition.userId, addition.tokenHash)],
)
