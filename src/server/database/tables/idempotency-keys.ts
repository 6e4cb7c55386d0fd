import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** The first answer to a request with an `Idempotency-Key`, given again to every repeat. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** sha256 of person, endpoint and key, hex. */
    keyHash: text('key_hash').primaryKey(),
    /** sha256 of the request body, so that a key is not used for two different things. */
    bodyHash: text('body_hash').notNull(),
    response: jsonb('response').$type<unknown>(),
    createdAt: createdAt(),
  },
  (key) => [index('idempotency_keys_age').on(key.createdAt)],
)
