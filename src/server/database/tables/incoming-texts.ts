import { index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { contactMessages } from './contact-messages.ts'
import { createdAt, id } from './columns.ts'

/** A text message that somebody sent to the business's number, in the thread of theirs. */
export const incomingTexts = pgTable(
  'incoming_texts',
  {
    id: id(),
    contactMessageId: uuid('contact_message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    /** The provider's, so that one that is brought twice is one. */
    providerId: text('provider_id').notNull().unique(),
    message: text('message').notNull(),
    /** Pictures and the like that came with it; they stay with the provider. */
    attachments: smallint('attachments').notNull().default(0),
    /** It was one of the words that every provider knows. */
    keyword: text('keyword').$type<'stop' | 'start' | 'help'>(),
    createdAt: createdAt(),
  },
  (row) => [index('incoming_texts_message').on(row.contactMessageId, row.createdAt)],
)
