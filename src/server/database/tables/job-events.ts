import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { EventName } from '#shared/rules/events.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

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
    index('job_events_job').on(event.jobId, event.createdAt),
    index('job_events_time').on(event.createdAt, event.id),
    index('job_events_actor').on(event.actorId, event.createdAt, event.id),
    index('job_events_kind').on(event.kind, event.createdAt, event.id),
  ],
)
