import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** Secrets that the server makes for itself once (code HMAC key, simulator webhook key). */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
