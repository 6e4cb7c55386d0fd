import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid, doublePrecision } from 'drizzle-orm/pg-core'
import type { EventName } from '#shared/rules/events.ts'
import { createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** The conversation between customer and technician about one job. */
export const conversationEntries = pgTable(
  'conversation_entries',
  {
    id: id(),
    jobId: partOf('job_id', () => jobs.id),
    type: text('type').$type<'system_notification' | 'call' | 'message'>().notNull(),
    direction: text('direction').$type<'outbound' | 'inbound'>().notNull(),
    fromUserId: uuid('from_user_id').references(() => users.id),
    toUserId: uuid('to_user_id').references(() => users.id),
    /** The event of a system entry; null for messages. */
    event: text('event').$type<EventName>(),
    /** Empty for events and erased messages. */
    message: text('message').notNull(),
    /** Chosen by the sending device, so a repeat is the same message. */
    clientId: text('client_id'),
    readAt: instant('read_at'),
    createdAt: createdAt(),
    /** When it reached the server; null if at once. */
    receivedAt: instant('received_at'),
  },
  (entry) => [
    index('conversation_entries_job').on(entry.jobId, entry.createdAt),
    index('conversation_entries_from')
      .on(entry.fromUserId)
      .where(sql`${entry.fromUserId} is not null`),
    index('conversation_entries_to')
      .on(entry.toUserId)
      .where(sql`${entry.toUserId} is not null`),
    uniqueIndex('conversation_entries_once')
      .on(entry.jobId, entry.fromUserId, entry.clientId)
      .where(sql`${entry.clientId} is not null`),
  ],
)

/** A technician's shared position on the way to a job. */
export const positionShares = pgTable('position_shares', {
  jobId: uuid('job_id')
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  technicianId: refersTo('technician_id', () => users.id),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  recordedAt: instant('recorded_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
