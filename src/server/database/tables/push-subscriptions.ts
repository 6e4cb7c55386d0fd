import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { sessions } from './sessions.ts'

/**
 * A browser that shows what its person is notified of, by Web Push. It ends with the session: whoever is signed out on a
 * device is told nothing on it.
 */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: id(),
  sessionHash: text('session_hash')
    .notNull()
    .unique()
    .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
  /** The address at the browser's push service; whoever has it and the keys can write to the browser. */
  endpoint: text('endpoint').notNull().unique(),
  /** The browser's public key, and the secret that messages are encrypted with; base64url. */
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: createdAt(),
})
