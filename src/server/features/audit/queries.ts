import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { withCamelKeys } from '#server/database/statement.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { users } from '#server/database/tables/users.ts'
import { commonSearches } from '#server/http/common-searches.ts'
import { cutPage, type ListKey, type ListOrder, listOrder } from '#server/http/list-order.ts'
import type { EventName } from '#shared/rules/events.ts'
import { everyId, type Filters, foundIds, type Wanted } from './queries/matching-ids.ts'
import { nextFoundIds } from './queries/next-ids.ts'
import { frequencyOf, readSearch, type Search } from './queries/search.ts'

export type WantedEntries = Filters & {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
}

/** One entry with the current names. */
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

/** Counting stops here, so that a page takes as long for a long log as for a short one. */
export const countedEntries = 1000
/** Maximum ways for one entry to match: its visit, the person who did it, its subject, the action and the reason. */
const waysToFind = 6

const many = commonSearches()
const keyOf = ({ search, who, about, from, to }: WantedEntries) =>
  JSON.stringify([search, who, about, from, to])

type Page = { rows: AuditRow[]; next?: string | undefined }

/** The office's actions and all movements of money, newest first, and their number, up to `countedEntries` + 1. */
export async function findEntries(
  wanted: WantedEntries & { limit: number },
): Promise<Page & { total: number }> {
  const search = readSearch(wanted.search)
  if (!search) {
    const [page, total] = await Promise.all([everyEntry(wanted), countEntries(wanted)])
    return { ...page, total }
  }
  if (!many.has(keyOf(wanted))) {
    const found = await fewEntries(search, wanted)
    if (found.total <= countedEntries) return found
    many.add(keyOf(wanted))
  }
  return { ...(await someOfMany(search, wanted)), total: countedEntries + 1 }
}

/** The same entries page by page, without a count. */
export async function nextEntries(wanted: WantedEntries & { limit: number }): Promise<Page> {
  const search = readSearch(wanted.search)
  return search ? someOfMany(search, wanted) : everyEntry(wanted)
}

async function everyEntry(wanted: WantedEntries & { limit: number }): Promise<Page> {
  const order = orderOf(wanted)
  const page = { ...wanted, after: order.after, cut: cutOf(wanted, order) }
  return cutPage(await rowsOf(everyId(page), page.cut, order), wanted.limit, order)
}

/** All matches up to the counting limit, and one page of them in order. */
async function fewEntries(search: Search, wanted: WantedEntries & { limit: number }) {
  const order = orderOf(wanted)
  const cut = cutOf(wanted, order)
  const most = (countedEntries + 1) * waysToFind
  const all = sql`select distinct id, created_at
    from (select * from (${foundIds(search, { ...wanted, cut: sql`limit ${countedEntries + 1}` })}) e limit ${most}) e`
  const page = sql`select e.id, e.created_at, (select count(*)::int from found) as total
    from found e ${order.after ? sql`where ${order.after}` : sql``} ${cut}`
  const rows = await rowsOf(page, cut, order, all)
  const total = rows[0]?.total ?? (wanted.cursor ? await countFound(all) : 0)
  return { ...cutPage(rows, wanted.limit, order), total }
}

async function countFound(all: SQL): Promise<number> {
  const counted = await db().execute(sql`select count(*)::int as count from (${all}) e`)
  return (counted.rows[0] as { count: number } | undefined)?.count ?? 0
}

async function someOfMany(search: Search, wanted: WantedEntries & { limit: number }) {
  const order = orderOf(wanted)
  const page = { ...wanted, after: order.after, cut: cutOf(wanted, order) }
  const next = await nextIds(search, page, order.orderBy)
  const rows = next && (await rowsOf(next, page.cut, order))
  if (rows && rows.length > wanted.limit) return cutPage(rows, wanted.limit, order)
  return cutPage(await rowsOf(foundIds(search, page), page.cut, order), wanted.limit, order)
}

const orderOf = (wanted: WantedEntries): ListOrder =>
  listOrder<'at'>(wanted, {
    fields: { at },
    usual: [{ ...at, descending: true }],
    id: sql`e.id`,
  })

const cutOf = ({ limit }: { limit: number }, { orderBy }: ListOrder) =>
  sql`order by ${orderBy} limit ${limit + 1}`

/** One page of entries with all details; `ids` may read `all` as `found`, which adds their `total`. */
async function rowsOf(ids: SQL, cut: SQL, { orderBy, sortKey }: ListOrder, all?: SQL) {
  const found = await db().execute(sql`
    with ${all ? sql`found as materialized (${all}),` : sql``}
    page as materialized (
      select distinct e.id, e.created_at, ${all ? sql`e.total` : sql`0 as total`} from (${ids}) e ${cut})
    select e.id, e.kind, e.data, to_json(e.created_at at time zone 'utc') #>> '{}' as at,
      e.actor_id, ${sql.raw(nameOrEmail('a'))} as actor_name,
      e.job_id, j.number as job_number,
      p.id as person_id, ${sql.raw(nameOrEmail('p'))} as person_name,
      p.role as person_role, ${sortKey} as sort_key, page.total
    from page
    cross join lateral (
      select id, kind, data, created_at, actor_id, job_id, null::uuid as person_id from job_events where id = page.id
      union all
      select id, kind, data, created_at, actor_id, job_id, person_id from office_events where id = page.id) e
    left join users a on a.id = e.actor_id
    left join jobs j on j.id = e.job_id
    left join users p on p.id = coalesce(e.person_id, j.customer_id)
    order by ${orderBy}`)
  return withCamelKeys<AuditRow & { total: number }>(found.rows)
}

/** Above this number, admins don't each get their own branch. */
const mostAdmins = 50

/** The next ids, when the search matches many people and so is soon met in the log's order; undefined for few. */
async function nextIds(search: Search, wanted: Wanted, order: SQL): Promise<SQL | undefined> {
  const commonness = await frequencyOf(search)
  if (commonness === 'rare') return undefined
  const { who } = wanted
  const admins = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), who && who !== 'server' ? eq(users.id, who) : undefined))
    .limit(mostAdmins + 1)
  if (admins.length > mostAdmins) return undefined
  const isEverywhere = commonness === 'everywhere'
  const walk = { admins: admins.map(({ id }) => id), order, isEverywhere }
  return nextFoundIds(search, wanted, walk)
}

/** Number of entries without a search, counted up to `countedEntries` + 1. */
async function countEntries(wanted: WantedEntries): Promise<number> {
  const limit = sql`limit ${countedEntries + 1}`
  return countFound(
    sql`select distinct id from (select * from (${everyId({ ...wanted, cut: limit })}) e ${limit}) e`,
  )
}

const at: ListKey = { by: sql`e.created_at`, type: 'timestamptz' }
