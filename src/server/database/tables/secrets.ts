import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** Secrets generated once by the server (code HMAC key, simulator webhook key). */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
