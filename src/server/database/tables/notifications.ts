import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Audience } from '#shared/rules/events.ts'
import { createdAt, id, instant, partOf } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'
import { sql } from 'drizzle-orm'
import { sessions } from './credentials.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: partOf('user_id', () => users.id),
    /** The event. */
    type: text('type').notNull(),
    /** The recipient's role in the event. */
    audience: text('audience').$type<Audience>().notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'cascade' }),
    readAt: instant('read_at'),
    createdAt: createdAt(),
  },
  (notification) => [
    index('notifications_user').on(notification.userId, notification.createdAt.desc()),
    // Old enough to purge.
    index('notifications_age').on(notification.createdAt),
  ],
)

/**
 * Every e-mail, SMS and push message. Without a provider it stays here as `local`. A push message's recipient is the push
 * service and the browser there.
 */
export const sentMessages = pgTable(
  'sent_messages',
  {
    id: id(),
    channel: text('channel').$type<'email' | 'sms' | 'push'>().notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull().default(''),
    body: text('body').notNull(),
    /** BCP 47 of its text; null for English. */
    language: text('language'),
    /** `skipped`: no longer wanted when it was due. */
    status: text('status').$type<'queued' | 'local' | 'sent' | 'failed' | 'skipped'>().notNull(),
    error: text('error'),
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (message) => [
    index('sent_messages_newest').on(message.createdAt.desc()),
    // Messages to one address.
    index('sent_messages_recipient').on(sql`lower(${message.recipient})`),
    // Undelivered ones: few among all.
    index('sent_messages_undelivered')
      .on(message.status, message.createdAt.desc())
      .where(sql`${message.status} in ('failed', 'skipped', 'queued')`),
  ],
)

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
