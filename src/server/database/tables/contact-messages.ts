import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** E.164, as a rule: see users. */
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
