import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { contactMessages } from './contact-messages.ts'
import { createdAt, id } from './columns.ts'
import { sentMessages } from './sent-messages.ts'
import { users } from './users.ts'

/** The office's answers to messages, by e-mail or SMS. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: id(),
    contactMessageId: uuid('contact_message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
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
