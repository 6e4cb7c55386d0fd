import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid, smallint } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, partOf, refersTo, umlautsSpelledOutSql } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'
import { sentMessages } from './notifications.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** E.164, see users. */
    phone: text('phone').notNull().default(''),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** The signed-in sender; null for others. */
    customerId: uuid('customer_id').references(() => users.id),
    /** The visit concerned. */
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    /** BCP 47, of the sender; null for English. */
    language: text('language'),
    /** The admin responsible. */
    assignedTo: uuid('assigned_to').references(() => users.id),
    handled: boolean('handled').notNull().default(false),
    handledAt: instant('handled_at'),
    handledBy: uuid('handled_by').references(() => users.id),
    /** `sms`: texts from one number; `message` and `createdAt` belong to the latest. */
    channel: text('channel').$type<'form' | 'sms'>().notNull().default('form'),
    /** They opted out of texts, and have not agreed since. */
    textsStopped: boolean('texts_stopped').notNull().default(false),
    /** The sender's network, for the daily limit. */
    network: text('network').notNull().default(''),
    createdAt: createdAt(),
  },
  (message) => [
    uniqueIndex('contact_messages_texts')
      .on(message.phone)
      .where(sql`${message.channel} = 'sms'`),
    index('contact_messages_shown').on(message.handled, message.createdAt.desc()),
    index('contact_messages_network').on(message.network, message.createdAt),
    index('contact_messages_email').on(message.email, message.createdAt),
    index('contact_messages_customer').on(message.customerId),
    // Order of the inbox by name and subject, and its search.
    index('contact_messages_name').on(sql`(${message.name} collate "und-x-icu")`, message.id),
    index('contact_messages_subject').on(sql`(${message.subject} collate "und-x-icu")`, message.id),
    index('contact_messages_search').using(
      'gin',
      sql`fold_text(${message.name} || ' ' || ${message.email} || ' ' || ${message.phone} || ' ' || ${message.subject} || ' ' || ${message.message} || ' ' || replace(${message.name}, ' ', '') || ${sql.raw(umlautsSpelledOutSql('"name"'))}) gin_trgm_ops`,
    ),
    index('contact_messages_handled_by')
      .on(message.handledBy)
      .where(sql`${message.handledBy} is not null`),
    index('contact_messages_assigned').on(message.assignedTo, message.createdAt),
  ],
)

/** The office's answers to messages, by e-mail or SMS. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: id(),
    contactMessageId: partOf('contact_message_id', () => contactMessages.id),
    authorId: refersTo('author_id', () => users.id),
    message: text('message').notNull(),
    /** The SMS it was sent as; null for e-mail. */
    textId: uuid('text_id').references(() => sentMessages.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (reply) => [
    index('contact_replies_message').on(reply.contactMessageId, reply.createdAt),
    index('contact_replies_author').on(reply.authorId),
    index('contact_replies_text')
      .on(reply.textId)
      .where(sql`${reply.textId} is not null`),
  ],
)

/** A text message to the business's number, in its sender's thread. */
export const incomingTexts = pgTable(
  'incoming_texts',
  {
    id: id(),
    contactMessageId: partOf('contact_message_id', () => contactMessages.id),
    /** The provider's id, so a repeated delivery counts once. */
    providerId: text('provider_id').notNull().unique(),
    message: text('message').notNull(),
    /** Number of attachments, which stay with the provider. */
    attachments: smallint('attachments').notNull().default(0),
    /** The keyword, if the text is nothing else. */
    keyword: text('keyword').$type<'stop' | 'start' | 'help'>(),
    createdAt: createdAt(),
  },
  (row) => [index('incoming_texts_message').on(row.contactMessageId, row.createdAt)],
)
