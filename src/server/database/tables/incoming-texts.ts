import { index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { contactMessages } from './contact-messages.ts'
import { createdAt, id } from './columns.ts'

/** A text message to the business's number, in its sender's thread. */
export const incomingTexts = pgTable(
  'incoming_texts',
  {
    id: id(),
    contactMessageId: uuid('contact_message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    /** The provider's id, so a repeated delivery counts once. */
    providerId: text('provider_id').notNull().unique(),
    message: text('message').notNull(),
    /** Number of attachments, which stay with the provider. */
    attachments: smallint('attachments').notNull().default(0),
    /** A standard keyword. */
    keyword: text('keyword').$type<'stop' | 'start' | 'help'>(),
    createdAt: createdAt(),
  },
  (row) => [index('incoming_texts_message').on(row.contactMessageId, row.createdAt)],
)
