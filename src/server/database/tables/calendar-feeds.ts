import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { users } from './users.ts'

/** A person's secret calendar address; one each. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** sha256 of the address's token, hex; the token itself is shown once. */
  tokenHash: text('token_hash').notNull().unique(),
  createdAt: createdAt(),
  readAt: instant('read_at'),
})
