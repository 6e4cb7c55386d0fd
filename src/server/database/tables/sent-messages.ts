import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'

/**
 * Every e-mail, SMS and push message the business sends. Without a configured provider it stays here as `local`. The
 * recipient of a push message is the push service, and which browser there.
 */
export const sentMessages = pgTable(
  'sent_messages',
  {
    id: id(),
    channel: text('channel').$type<'email' | 'sms' | 'push'>().notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull().default(''),
    body: text('body').notNull(),
    /** BCP 47, in which it is worded; null: English. */
    language: text('language'),
    /** `skipped`: no longer wanted at the moment of sending. */
    status: text('status').$type<'queued' | 'local' | 'sent' | 'failed' | 'skipped'>().notNull(),
    error: text('error'),
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (message) => [
    index('sent_messages_newest').on(message.createdAt.desc()),
    // What went to one address.
    index('sent_messages_recipient').on(sql`lower(${message.recipient})`),
    // What did not arrive is little of it.
    index('sent_messages_undelivered')
      .on(message.status, message.createdAt.desc())
      .where(sql`${message.status} in ('failed', 'skipped', 'queued')`),
  ],
)
