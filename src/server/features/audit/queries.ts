import { type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { describeHistory } from '#server/events/describe-history.ts'
import { officeEntryOf } from '#server/events/office-words.ts'
import { cutPage, type ListKey, listOrder } from '#server/http/list-order.ts'
import type { EventName } from '#shared/rules/events.ts'
import { everyId, type Filters, foundIds, nextFoundIds } from './find-ids.ts'
import { isHuge, readSearch } from './search.ts'

export type WantedEntries = Filters & {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
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
  const cut = sql`order by ${order.orderBy} limit ${wanted.limit + 1}`
  const page = { ...wanted, after: order.after, cut }
  const rowsOf = async (ids: SQL) => {
    const found = await db().execute(sql`
      with page as materialized (select distinct e.id, e.created_at from (${ids}) e ${cut})
      select e.id, e.kind, e.data, to_json(e.created_at at time zone 'utc') #>> '{}' as at,
        e.actor_id as "actorId", trim(a.first_name || ' ' || a.last_name) as "actorName",
        e.job_id as "jobId", j.number as "jobNumber",
        p.id as "personId", trim(p.first_name || ' ' || p.last_name) as "personName",
        p.role as "personRole", ${order.sortKey} as "sortKey"
      from page
      cross join lateral (
        select id, kind, data, created_at, actor_id, job_id, null::uuid as person_id from job_events where id = page.id
        union all
        select id, kind, data, created_at, actor_id, job_id, person_id from office_events where id = page.id) e
      left join users a on a.id = e.actor_id
      left join jobs j on j.id = e.job_id
      left join users p on p.id = coalesce(e.person_id, j.customer_id)
      order by ${order.orderBy}`)
    return found.rows as AuditRow[]
  }
  const search = readSearch(wanted.search)
  if (!search) return cutPage(await rowsOf(everyId(page)), wanted.limit, order)
  if (await isHuge(search)) {
    const rows = await rowsOf(nextFoundIds(search, page, order.orderBy))
    if (rows.length > wanted.limit) return cutPage(rows, wanted.limit, order)
  }
  return cutPage(await rowsOf(foundIds(search, page)), wanted.limit, order)
}

/** Entries are counted no further, so that a page takes as long of a long log as of a short one. */
export const countedEntries = 1000
/** One entry is found in so many ways at most: its visit, who did it, whom or what it is about, what was done. */
const waysToFind = 5

/** How many entries there are, counted up to one more than `countedEntries`. */
export async function countEntries(wanted: WantedEntries): Promise<number> {
  const search = readSearch(wanted.search)
  const limit = countedEntries + 1
  const ids = search
    ? sql`select * from (${foundIds(search, { ...wanted, cut: sql`` })}) e limit ${limit * waysToFind}`
    : sql`select * from (${everyId({ ...wanted, cut: sql`limit ${limit}` })}) e limit ${limit}`
  const counted = await db().execute(sql`select count(distinct id)::int as count from (${ids}) e`)
  return Math.min((counted.rows[0] as { count: number } | undefined)?.count ?? 0, limit)
}

const at: ListKey = { by: sql`e.created_at`, type: 'timestamptz' }

/** What an entry says, in the current language. */
export const describeRow = (
  { kind, data }: Pick<AuditRow, 'kind' | 'data'>,
  nameOf: (id: string | null | undefined) => string,
) => officeEntryOf(kind)?.says(data) ?? describeHistory(kind, data, nameOf)
