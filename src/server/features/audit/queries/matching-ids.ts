import { and, type SQL, sql } from 'drizzle-orm'
import { startOfBusinessDay } from '#server/base/business-time.ts'
import { users } from '#server/database/tables/users.ts'
import { auditedEvents, auditRuleOf } from '#server/events/describe-history.ts'
import { type AuditSubject, moneyEvents } from '#shared/rules/audit.ts'
import { addDays } from '#shared/rules/calendar.ts'
import type { EventName } from '#shared/rules/events.ts'
import type { Search } from './search.ts'

export type Filters = {
  who?: string | undefined
  about?: AuditSubject | undefined
  /** Business-local days, inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** Filters for entries, and the start and end of the wanted part. */
export type Wanted = Filters & {
  /** Condition on `e`. */
  after?: SQL | undefined
  /** Ends every branch: an order and a limit, or empty. */
  cut: SQL
}

/** Must match the condition of the index `job_events_money`. */
export const isMoney = sql.raw(`e.kind in (${moneyEvents.map((kind) => `'${kind}'`).join(', ')})`)
const isOffice = sql`e.actor_id in (select id from users where role = 'admin')`
/** Events of visits' histories that the log shows. */
const isEntry = sql`(${isMoney} or ${isOffice})`

/**
 * SQL for `id` and `created_at` of the log's entries, unordered: one branch per index in the log's order, so that each reads
 * no more than needed.
 */
export function everyId(wanted: Wanted): SQL {
  const { about, who } = wanted
  const kinds = about && officeKinds(about)
  const money = select('job_events', and(isMoney, common(wanted)), wanted.cut)
  const visits = sql`(select e.* from users a cross join lateral ${select(
    'job_events',
    and(sql`e.actor_id = a.id and not (${isMoney})`, common(wanted)),
    wanted.cut,
  )} e where ${and(sql`a.role = 'admin'`, who && who !== 'server' ? sql`a.id = ${who}::uuid` : undefined)})`
  const office = kinds
    ? sql`(select e.* from unnest(${list(kinds)}) k(kind) cross join lateral ${select(
        'office_events',
        and(sql`e.kind = k.kind`, common(wanted)),
        wanted.cut,
      )} e)`
    : select('office_events', common(wanted), wanted.cut)
  return union([
    ...(!about || about === 'money' ? [money] : []),
    ...((!about || about === 'visits') && who !== 'server' ? [visits] : []),
    ...(who === 'server' || kinds?.length === 0 ? [] : [office]),
  ])
}

/** SQL for `id` and `created_at` of entries a search finds, one branch per way to match; an entry may match twice. */
export function foundIds(search: Search, wanted: Wanted): SQL {
  const { about, cut } = wanted
  const filters = and(about && isAbout(about), common(wanted))
  const ofVisits = !about || about === 'money' || about === 'visits'
  const each = (from: SQL, table: Table, condition: SQL) =>
    sql`(select e.* from ${from} cross join lateral ${select(table, and(condition, filters), cut)} e)`
  const people = sql`people p`
  const jobs = sql`visits j`
  const kinds = sql`unnest(${list(search.visitKinds)}) k(kind)`
  const branches = [
    ...(ofVisits
      ? [
          each(jobs, 'job_events', sql`e.job_id = j.id and ${isEntry}`),
          each(people, 'job_events', sql`e.actor_id = p.id and (${isMoney} or p.role = 'admin')`),
        ]
      : []),
    each(jobs, 'office_events', sql`e.job_id = j.id`),
    each(people, 'office_events', sql`e.actor_id = p.id`),
    each(people, 'office_events', sql`e.person_id = p.id`),
    ...(search.visitKinds.length > 0 && ofVisits
      ? [each(kinds, 'job_events', sql`e.kind = k.kind and ${isEntry}`)]
      : []),
    ...(search.freeText && ofVisits
      ? [select('job_events', and(search.freeText, isEntry, filters), cut)]
      : []),
    ...search.officeKinds.map(({ kind, data }) =>
      select('office_events', and(isCalled(kind, data), filters), cut),
    ),
    ...(search.named ? [select('office_events', and(search.named, filters), cut)] : []),
  ]
  return sql`
    with people as materialized (select id, role from ${users} where ${search.person}),
      visits as materialized (select id from jobs where ${
        search.numbered ?? sql`customer_id in (select id from people)`
      } union select id from jobs where ${search.met})
    ${union(branches)}`
}

export const isCalled = (kind: EventName, data: object) =>
  sql`e.kind = ${kind} and e.data @> ${JSON.stringify(data)}::jsonb`

type Table = 'job_events' | 'office_events'

const select = (table: Table, condition: SQL | undefined, cut: SQL) =>
  sql`(select e.id, e.created_at from ${sql.identifier(table)} e where ${condition ?? sql`true`} ${cut})`

const union = (branches: SQL[]) =>
  branches.length > 0
    ? sql.join(branches, sql` union all `)
    : sql`(select null::uuid as id, null::timestamptz as created_at where false)`

export function common({ who, from, to, after }: Wanted): SQL | undefined {
  return and(
    who === undefined
      ? undefined
      : who === 'server'
        ? sql`e.actor_id is null`
        : sql`e.actor_id = ${who}::uuid`,
    from === undefined
      ? undefined
      : sql`e.created_at >= ${startOfBusinessDay(from).toISOString()}::timestamptz`,
    to === undefined
      ? undefined
      : sql`e.created_at < ${startOfBusinessDay(addDays(to, 1)).toISOString()}::timestamptz`,
    after,
  )
}

export const officeKinds = (about: AuditSubject): EventName[] =>
  auditedEvents.filter((kind) => auditRuleOf(kind)?.about === about)

function isAbout(about: AuditSubject): SQL {
  if (about === 'money') return sql`(${isMoney} or e.kind = any(${list(officeKinds(about))}))`
  if (about !== 'visits') return sql`e.kind = any(${list(officeKinds(about))})`
  const others = auditedEvents.filter((kind) => auditRuleOf(kind)?.about !== 'visits')
  return sql`not (${isMoney}) and e.kind <> all(${list(others)})`
}

export const list = (names: readonly string[]) => sql`${sql.param([...names])}::text[]`
