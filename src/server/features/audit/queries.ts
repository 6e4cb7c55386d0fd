import { and, type SQL, sql } from 'drizzle-orm'
import { startOfBusinessDay } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { describeHistory, historyTitles } from '#server/events/describe-history.ts'
import { officeEntryOf, officeEventNames } from '#server/events/office-words.ts'
import { matchesPerson } from '#server/features/customers/queries/conditions.ts'
import { numberRanges } from '#server/features/jobs/queries/number-ranges.ts'
import { cutPage, type ListKey, listOrder } from '#server/http/list-order.ts'
import { countedUpTo } from '#server/http/paging.ts'
import { type AuditSubject, moneyEvents } from '#shared/rules/audit.ts'
import { addDays } from '#shared/rules/calendar.ts'
import type { EventName } from '#shared/rules/events.ts'

export type WantedEntries = {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
  who?: string | undefined
  about?: AuditSubject | undefined
  from?: string | undefined
  to?: string | undefined
}

/** One entry with the names that are known of it now. */
export type AuditRow = {
  id: string
  kind: EventName
  data: Record<string, unknown>
  /** UTC, to the microsecond. */
  at: string
  actorId: string | null
  actorName: string | null
  jobId: string | null
  jobNumber: number | null
  personId: string | null
  personName: string | null
  personRole: string | null
  sortKey: (string | null)[]
}

/** What the office did and every movement of money, newest first. */
export async function findEntries(wanted: WantedEntries & { limit: number }) {
  const order = listOrder<'at'>(wanted, {
    fields: { at },
    usual: [{ ...at, descending: true }],
    id: sql`e.id`,
  })
  const page = sourcesOf(
    wanted,
    order.after,
    sql`order by ${order.orderBy} limit ${wanted.limit + 1}`,
  )
  const found = await db().execute(sql`
    with page as materialized (
      select * from (${page}) e order by ${order.orderBy} limit ${wanted.limit + 1})
    select e.id, e.kind, e.data, to_json(e.created_at at time zone 'utc') #>> '{}' as at,
      e.actor_id as "actorId", trim(a.first_name || ' ' || a.last_name) as "actorName",
      e.job_id as "jobId", j.number as "jobNumber",
      p.id as "personId", trim(p.first_name || ' ' || p.last_name) as "personName",
      p.role as "personRole", ${order.sortKey} as "sortKey"
    from page e
    left join users a on a.id = e.actor_id
    left join jobs j on j.id = e.job_id
    left join users p on p.id = coalesce(e.person_id, j.customer_id)
    order by ${order.orderBy}`)
  return cutPage(found.rows as AuditRow[], wanted.limit, order)
}

/** How many entries there are, counted up to one more than anybody reads. */
export async function countEntries(wanted: WantedEntries): Promise<number> {
  const some = sourcesOf(wanted, undefined, sql`limit ${countedUpTo + 1}`)
  const counted = await db().execute(sql`
    select count(*)::int as count from (select from (${some}) e limit ${countedUpTo + 1}) counted`)
  return (counted.rows[0] as { count: number } | undefined)?.count ?? 0
}

const at: ListKey = { by: sql`e.created_at`, type: 'timestamptz' }

const ofVisits = sql`select e.id, e.kind, e.data, e.created_at, e.actor_id, e.job_id, null::uuid as person_id
  from job_events e`
const ofOffice = sql`select e.id, e.kind, e.data, e.created_at, e.actor_id, e.job_id, e.person_id
  from office_events e`

/** The entries of both histories, each branch answered by an index of its own; `cut` ends every one of them. */
function sourcesOf(wanted: WantedEntries, after: SQL | undefined, cut: SQL): SQL {
  const common = and(filtered(wanted), after)
  const isEntry = sql`(e.kind = any(${list(moneyEvents)})
    or e.actor_id in (select id from users where role = 'admin'))`
  const branches = searched(wanted.search).flatMap(({ visits, office }) => [
    sql`(${ofVisits} where ${and(isEntry, common, visits)} ${cut})`,
    sql`(${ofOffice} where ${and(common, office) ?? sql`true`} ${cut})`,
  ])
  // What two branches find is one entry.
  return sql.join(branches, branches.length > 2 ? sql` union ` : sql` union all `)
}

function filtered({ who, about, from, to }: WantedEntries): SQL | undefined {
  return and(
    who === undefined
      ? undefined
      : who === 'server'
        ? sql`e.actor_id is null`
        : sql`e.actor_id = ${who}::uuid`,
    about && kindsAbout(about),
    from === undefined
      ? undefined
      : sql`e.created_at >= ${startOfBusinessDay(from).toISOString()}::timestamptz`,
    to === undefined
      ? undefined
      : sql`e.created_at < ${startOfBusinessDay(addDays(to, 1)).toISOString()}::timestamptz`,
  )
}

function kindsAbout(about: AuditSubject): SQL {
  if (about === 'money') return sql`e.kind = any(${list(moneyEvents)})`
  const kinds = officeEventNames.filter((kind) => officeEntryOf(kind)?.about === about)
  if (about !== 'visits') return sql`e.kind = any(${list(kinds)})`
  const others = [
    ...moneyEvents,
    ...officeEventNames.filter((kind) => officeEntryOf(kind)?.about !== 'visits'),
  ]
  return sql`e.kind <> all(${list(others)})`
}

type Branch = { visits?: SQL; office?: SQL }

/** Ways by which an entry is found by what was typed; one without a condition while nothing is. */
function searched(search = ''): Branch[] {
  const person = matchesPerson(search)
  if (!person) return [{}]
  const people = sql`(select id from ${users} where ${person} and ${users.anonymizedAt} is null)`
  const numbers = numberRanges(search).map(
    ({ first, last }) => sql`number between ${first} and ${last}`,
  )
  const jobs = sql`(select id from jobs where ${
    numbers.length > 0 ? sql.join(numbers, sql` or `) : sql`customer_id in ${people}`
  })`
  const called = calledSo(search)
  return [
    { visits: sql`e.job_id in ${jobs}`, office: sql`e.job_id in ${jobs}` },
    { visits: sql`e.actor_id in ${people}`, office: sql`e.actor_id in ${people}` },
    { visits: sql`false`, office: sql`e.person_id in ${people}` },
    called,
  ]
}

/** What can happen whose words, in the reader's language, have every word that was typed. */
function calledSo(search: string): Branch {
  const typed = search.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (title: string) => typed.every((word) => title.toLowerCase().includes(word))
  const visits = historyTitles().flatMap(([kind, title]) => (fits(title) ? [kind] : []))
  const office = officeEventNames.flatMap((kind) => {
    const entry = officeEntryOf(kind)
    return (entry?.called ?? [{}])
      .filter((data) => fits(entry?.says(data).title ?? ''))
      .map((data) => sql`(e.kind = ${kind} and e.data @> ${JSON.stringify(data)}::jsonb)`)
  })
  return {
    visits: sql`e.kind = any(${list(visits)})`,
    office: office.length > 0 ? sql`(${sql.join(office, sql` or `)})` : sql`false`,
  }
}

const list = (names: readonly string[]) => sql`${sql.param([...names])}::text[]`

/** What an entry says, in the current language. */
export const describeRow = (
  { kind, data }: Pick<AuditRow, 'kind' | 'data'>,
  nameOf: (id: string | null | undefined) => string,
) => officeEntryOf(kind)?.says(data) ?? describeHistory(kind, data, nameOf)
