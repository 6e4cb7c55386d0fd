import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { users } from './users.ts'

export const sessions = pgTable(
  'sessions',
  {
    /** sha256 of the cookie's token, hex; the token itself is never stored. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (session) => [
    index('sessions_user').on(session.userId),
    index('sessions_expiry').on(session.expiresAt),
  ],
)
