import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, id, instant, partOf } from './columns.ts'
import { users } from './users.ts'
import { jobs } from './jobs.ts'

export const sessions = pgTable(
  'sessions',
  {
    /** sha256 of the cookie's token, hex; the token itself is never stored. */
    tokenHash: text('token_hash').primaryKey(),
    userId: partOf('user_id', () => users.id),
    /** Its name on screens. */
    id: uuid('id').notNull().defaultRandom(),
    createdAt: createdAt(),
    /** When the person last proved their e-mail address in this session, by signing in or with a code. */
    provenAt: instant('proven_at').notNull().defaultNow(),
    /** The browser's user agent and the network it signed in from; empty for sessions from before 0.2. */
    userAgent: text('user_agent').notNull().default(''),
    network: text('network').notNull().default(''),
    /** `sessionSeconds` after its last use, to the hour. */
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

/** Changes of a proven e-mail address, by its owner at once or by the office after a day. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    userId: partOf('user_id', () => users.id),
    formerEmail: text('former_email').notNull(),
    email: text('email').notNull(),
    askedBy: uuid('asked_by').notNull(),
    createdAt: createdAt(),
    /** When the change takes effect. */
    dueAt: instant('due_at').notNull(),
    doneAt: instant('done_at'),
    /** Cancelled before it took effect, or undone afterwards. */
    undoneAt: instant('undone_at'),
  },
  (change) => [
    index('email_changes_user').on(change.userId),
    uniqueIndex('email_changes_waiting')
      .on(change.userId)
      .where(sql`${change.doneAt} is null and ${change.undoneAt} is null`),
  ],
)

/** Links for following and paying one visit without an account, valid until 30 days after it. */
export const guestLinks = pgTable(
  'guest_links',
  {
    id: id(),
    /** sha256 of the link's token, hex; the token is only in the mail. */
    tokenHash: text('token_hash').notNull().unique(),
    /** sha256 of the browser's ticket for the used code, hex: one code books once. */
    ticketHash: text('ticket_hash').notNull().unique(),
    /** The booking's network, for the daily limit; empty for a link created for a message. */
    network: text('network').notNull().default(''),
    jobId: partOf('job_id', () => jobs.id),
    createdAt: createdAt(),
  },
  (link) => [
    index('guest_links_job').on(link.jobId),
    index('guest_links_network').on(link.network, link.createdAt),
  ],
)

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

/** Secrets generated once by the server (code HMAC key, simulator webhook key). */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
