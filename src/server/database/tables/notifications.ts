import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Audience } from '#shared/rules/events.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The event; in rows from before that were worded when they were written, what they were called then. */
    type: text('type').notNull(),
    /** As whom the person is told; null in rows from before. */
    audience: text('audience').$type<Audience>(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    /** Of rows from before alone. */
    title: text('title'),
    message: text('message'),
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
