import { customType, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
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

export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    email: text('email').notNull(),
    /** HMAC of the code, hex. */
    codeHash: text('code_hash').notNull(),
    /** sha256 of the cookie of the browser that asked; only that browser may use the code. */
    browserHash: text('browser_hash').notNull(),
    address: text('address').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (code) => [
    index('sign_in_codes_email').on(code.email, code.createdAt),
    index('sign_in_codes_address').on(code.address, code.createdAt),
  ],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Secrets that the server makes for itself once (code HMAC key, simulator webhook key). */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
