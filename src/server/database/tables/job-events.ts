import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moneyEvents, reasonedEvents } from '#shared/rules/audit.ts'
import type { EventName } from '#shared/rules/events.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

const list = (kinds: readonly EventName[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(', '))

/** SQL for the lower-case reason and free text of a history row `of`; those of `reasonedEvents` are indexed. */
export const saidIn = (of: string) =>
  `lower(coalesce(${of}data ->> 'words', '') || ' ' || coalesce(${of}data ->> 'note', '') || ' ' || coalesce(${of}data ->> 'reason', ''))`

/** A job's events and who caused them. A trigger refuses changes and deletions, except in `whileErasing`. */
export const jobEvents = pgTable(
  'job_events',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    actorId: uuid('actor_id').references(() => users.id),
    kind: text('kind').$type<EventName>().notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    /** Time of the action by the technician's phone. */
    createdAt: createdAt(),
    /** When it reached the server; null if at once. */
    receivedAt: instant('received_at'),
  },
  (event) => [
    // Lets the audit log find its entries by index only.
    index('job_events_job').on(event.jobId, event.createdAt, event.id, event.kind, event.actorId),
    index('job_events_actor').on(event.actorId, event.createdAt, event.id, event.kind),
    index('job_events_kind').on(event.kind, event.createdAt, event.id, event.actorId),
    index('job_events_money')
      .on(event.createdAt, event.id, event.actorId)
      .where(sql`${event.kind} in (${list(moneyEvents)})`),
    index('job_events_said')
      .using('gin', sql`(${sql.raw(saidIn(''))}) gin_trgm_ops`)
      .where(sql`${event.kind} in (${list(reasonedEvents)})`),
  ],
)
