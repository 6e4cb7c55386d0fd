import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moneyEvents, reasonedEvents } from '#shared/rules/audit.ts'
import type { EventName } from '#shared/rules/events.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

const list = (kinds: readonly EventName[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(', '))

/** SQL of the reason and the words of a row `of` the history, small; those of `reasonedEvents` are found by an index. */
export const saidIn = (of: string) =>
  `lower(coalesce(${of}data ->> 'words', '') || ' ' || coalesce(${of}data ->> 'note', '') || ' ' || coalesce(${of}data ->> 'reason', ''))`

/** What happened to a job and who did it. A trigger refuses to change or delete it, but for `whileErasing`. */
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
    /** When it was done, by the technician's phone. */
    createdAt: createdAt(),
    /** When we got to know of it; null when that was the same. */
    receivedAt: instant('received_at'),
  },
  (event) => [
    // Whoever reads the audit log knows by these alone which rows are its entries.
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
