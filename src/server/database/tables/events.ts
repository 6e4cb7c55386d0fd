import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid, integer, primaryKey } from 'drizzle-orm/pg-core'
import { moneyEvents, reasonedEvents } from '#shared/rules/audit.ts'
import type { CustomerEventKind } from '#shared/rules/customers.ts'
import type { EventName } from '#shared/rules/events.ts'
import { createdAt, id, instant, partOf, umlautsSpelledOutSql } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

const list = (kinds: readonly EventName[]) => sql.raw(kinds.map((kind) => `'${kind}'`).join(', '))

/** SQL for the folded reason and free text of a history row `of`; those of `reasonedEvents` are indexed. */
export const freeTextSql = (of: string) =>
  `fold_text(coalesce(${of}data ->> 'words', '') || ' ' || coalesce(${of}data ->> 'note', '') || ' ' || coalesce(${of}data ->> 'reason', ''))`

/** SQL for the folded name in an office event `of`, with its words apart and joined, and in its other spelling. */
export const eventNameSql = (of: string) =>
  `fold_text((${of}data ->> 'name') || ' ' || replace(${of}data ->> 'name', ' ', '') || ${umlautsSpelledOutSql(`${of}data ->> 'name'`)})`

/** A job's events and who caused them. A trigger refuses changes and deletions, except in `whileErasing`. */
export const jobEvents = pgTable(
  'job_events',
  {
    id: id(),
    jobId: partOf('job_id', () => jobs.id),
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
      .using('gin', sql`(${sql.raw(freeTextSql(''))}) gin_trgm_ops`)
      .where(sql`${event.kind} in (${list(reasonedEvents)})`),
  ],
)

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
    index('office_events_name').using('gin', sql`(${sql.raw(eventNameSql(''))}) gin_trgm_ops`),
    index('office_events_job').on(event.jobId, event.createdAt, event.id),
  ],
)

/** Changes of a customer's record with their authors: the changed fields, but no values except a merged customer's name. */
export const customerEvents = pgTable(
  'customer_events',
  {
    id: id(),
    customerId: partOf('customer_id', () => users.id),
    actorId: uuid('actor_id').references(() => users.id),
    kind: text('kind').$type<CustomerEventKind>().notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    /** The record's resulting version. */
    version: integer('version').notNull(),
    createdAt: createdAt(),
  },
  (event) => [
    index('customer_events_customer').on(event.customerId, event.createdAt.desc()),
    index('customer_events_actor')
      .on(event.actorId)
      .where(sql`${event.actorId} is not null`),
  ],
)

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
