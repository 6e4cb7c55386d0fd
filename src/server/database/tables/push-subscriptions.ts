import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { sessions } from './sessions.ts'

/** A browser's Web Push subscription. It ends with the session: a signed-out device is sent nothing. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: id(),
  sessionHash: text('session_hash')
    .notNull()
    .unique()
    .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
  /** Address at the push service; with the keys it is enough to send. */
  endpoint: text('endpoint').notNull().unique(),
  /** The browser's public key and encryption secret; base64url. */
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: createdAt(),
})
