import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'

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
