import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** First answers to requests with an `Idempotency-Key`, returned to repeats. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** sha256 of person, endpoint and key, hex. */
    keyHash: text('key_hash').primaryKey(),
    /** sha256 of the request body, so a key is not reused for another request. */
    bodyHash: text('body_hash').notNull(),
    response: jsonb('response').$type<unknown>(),
    createdAt: createdAt(),
  },
  (key) => [index('idempotency_keys_age').on(key.createdAt)],
)
