import { customType, pgTable, text } from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Secrets that the server makes for itself once (code HMAC key, simulator webhook key). */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
