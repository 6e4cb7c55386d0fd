import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { EventName } from '#shared/rules/events.ts'
import { createdAt } from './columns.ts'

/** Events that happen once for the same thing, such as reminders; what an entry's `once` says of them. Ids only. */
export const oneTimeEvents = pgTable(
  'one_time_events',
  {
    event: text('event').$type<EventName>().notNull(),
    /** What it happened to: a visit, a visit at a time, an invoice. */
    about: text('about').notNull(),
    /** The highest of its steps that has happened; 0 where it has one. */
    step: integer('step').notNull().default(0),
    createdAt: createdAt(),
  },
  (event) => [primaryKey({ columns: [event.event, event.about] })],
)
