import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { EventName } from '#shared/rules/events.ts'
import { createdAt } from './columns.ts'

/** Events that happen once per subject, such as reminders; see `once` of an entry. Ids only. */
export const oneTimeEvents = pgTable(
  'one_time_events',
  {
    event: text('event').$type<EventName>().notNull(),
    /** The subject: a visit, a visit at a time, an invoice. */
    about: text('about').notNull(),
    /** The highest step reached; 0 if there is only one. */
    step: integer('step').notNull().default(0),
    createdAt: createdAt(),
  },
  (event) => [primaryKey({ columns: [event.event, event.about] })],
)
