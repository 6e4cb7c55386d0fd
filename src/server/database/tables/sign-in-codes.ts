import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    email: text('email').notNull(),
    /** HMAC of the code, hex. */
    codeHash: text('code_hash').notNull(),
    /** sha256 of the requesting browser's cookie; only that browser may use the code. */
    browserHash: text('browser_hash').notNull(),
    /** What its limit is counted by: a network, or a known browser. */
    limitKey: text('limit_key').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (code) => [
    index('sign_in_codes_email').on(code.email, code.createdAt),
    index('sign_in_codes_limit_key').on(code.limitKey, code.createdAt),
  ],
)
