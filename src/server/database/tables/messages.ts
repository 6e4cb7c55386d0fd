import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Audience, EventName } from '#shared/rules/events.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** The conversation between customer and technician about one job. */
export const communications = pgTable(
  'communications',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    type: text('type').$type<'system_notification' | 'call' | 'sms'>().notNull(),
    direction: text('direction').$type<'outbound' | 'inbound'>().notNull(),
    fromUserId: uuid('from_user_id').references(() => users.id),
    toUserId: uuid('to_user_id').references(() => users.id),
    /** What happened, when the business says it; null for what people write. */
    event: text('event').$type<EventName>(),
    /** Empty when the event says it, and when it was erased. */
    message: text('message').notNull(),
    /** Made by the sending device, so that a repeat is the same message. */
    clientId: text('client_id'),
    readAt: instant('read_at'),
    createdAt: createdAt(),
  },
  (entry) => [
    index('communications_job').on(entry.jobId, entry.createdAt),
    uniqueIndex('communications_once')
      .on(entry.jobId, entry.fromUserId, entry.clientId)
      .where(sql`${entry.clientId} is not null`),
  ],
)

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
  ],
)

/** Every e-mail and SMS the business sends. Without a configured provider it stays here as `local`. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: id(),
    channel: text('channel').$type<'email' | 'sms'>().notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull().default(''),
    body: text('body').notNull(),
    /** `skipped`: no longer wanted at the moment of sending. */
    status: text('status').$type<'queued' | 'local' | 'sent' | 'failed' | 'skipped'>().notNull(),
    error: text('error'),
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (message) => [index('outbox_messages_newest').on(message.createdAt.desc())],
)

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .unique()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => users.id),
    technicianId: uuid('technician_id').references(() => users.id),
    rating: integer('rating').notNull(),
    comment: text('comment').notNull().default(''),
    createdAt: createdAt(),
  },
  (review) => [
    index('reviews_newest').on(review.createdAt.desc()),
    index('reviews_technician').on(review.technicianId),
  ],
)

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull().default(''),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    handled: boolean('handled').notNull().default(false),
    /** Where it came from, for the daily limit. */
    network: text('network').notNull().default(''),
    createdAt: createdAt(),
  },
  (message) => [
    index('contact_messages_shown').on(message.handled, message.createdAt.desc()),
    index('contact_messages_network').on(message.network, message.createdAt),
    index('contact_messages_email').on(message.email, message.createdAt),
  ],
)

/** The first answer to a request with an `Idempotency-Key`, given again to every repeat. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** sha256 of person, endpoint and key, hex. */
    keyHash: text('key_hash').primaryKey(),
    /** sha256 of the request body, so that a key is not used for two different things. */
    bodyHash: text('body_hash').notNull(),
    status: integer('status'),
    response: jsonb('response').$type<unknown>(),
    createdAt: createdAt(),
  },
  (key) => [index('idempotency_keys_age').on(key.createdAt)],
)
