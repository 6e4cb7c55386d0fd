import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { EventName } from '#shared/rules/events.ts'
import { createdAt, id } from './columns.ts'

/**
 * The office's actions outside visit histories: ids and data naming no one, so rows never have to change. A trigger refuses
 * updates and deletes.
 */
export const officeEvents = pgTable(
  'office_events',
  {
    id: id(),
    actorId: uuid('actor_id').notNull(),
    kind: text('kind').$type<EventName>().notNull(),
    jobId: uuid('job_id'),
    /** The customer or technician concerned. */
    personId: uuid('person_id'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (event) => [
    index('office_events_time').on(event.createdAt, event.id),
    index('office_events_actor').on(event.actorId, event.createdAt, event.id, event.kind),
    index('office_events_kind').on(event.kind, event.createdAt, event.id, event.actorId),
    index('office_events_person').on(event.personId, event.createdAt, event.id),
    index('office_events_name').using('gin', sql`lower(${event.data} ->> 'name') gin_trgm_ops`),
    index('office_events_job').on(event.jobId, event.createdAt, event.id),
  ],
)
