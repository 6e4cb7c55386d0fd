import { and, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/database/tables/users.ts'
import { common, isCalled, isMoney, list, officeKinds, type Wanted } from './matching-ids.ts'
import type { Search } from './search.ts'

const lookedThrough = 10_000

type Walk = {
  /** Every admin, or the one filtered by. */
  admins: readonly string[]
  order: SQL
  /** Whether the search matches too many people to list them first, so each entry's person is looked up instead. */
  isEverywhere: boolean
}

/**
 * SQL for `id` and `created_at` of the next entries that a search finds: each branch is read by its index in the log's order
 * until `wanted.cut` is filled. Undefined when none can match.
 */
export function nextFoundIds(search: Search, wanted: Wanted, walk: Walk): SQL | undefined {
  const { order, isEverywhere } = walk
  const read = branches(wanted, walk)
  if (read.length === 0) return undefined
  const called = search.officeKinds.map(({ kind, data }) => isCalled(kind, data))
  const customer = search.numbered ? [] : [sql`v.customer_id`]
  const named = [sql`e.actor_id`, sql`e.person_id`, ...customer].map((id) =>
    isEverywhere
      ? // Not `exists`: PostgreSQL would collect all people first.
        sql`(select true from ${users} where ${users.id} = ${id} and ${search.person})`
      : sql`${id} in (select id from people)`,
  )
  const visit = search.numbered
    ? sql`(select true from jobs where id = e.job_id and (${search.numbered} or ${search.met}))`
    : sql`(select customer_id, ${search.met} as met from jobs where id = e.job_id offset 0)`
  const ways = [
    ...named,
    search.numbered ? visit : sql`v.met`,
    ...(search.visitKinds.length > 0 ? [sql`e.kind = any(${list(search.visitKinds)})`] : []),
    ...called,
    ...(search.named ? [search.named] : []),
    ...(search.freeText ? [search.freeText] : []),
  ]
  return sql`
    with people as materialized (select id from ${users} where ${isEverywhere ? sql`false` : search.person})
    select e.id, e.created_at
    from (select * from (${sql.join(read, sql` union all `)}) e order by ${order} limit ${lookedThrough}) e
    ${search.numbered ? sql`` : sql`left join lateral ${visit} v on true`}
    where ${sql.join(ways, sql` or `)} ${wanted.cut}`
}

/** Branches in the log's order, so that the database merges them and stops early. */
function branches(wanted: Wanted, { admins, order }: Walk): SQL[] {
  const { about, who } = wanted
  const kinds = about && officeKinds(about)
  const read = (table: SQL, person: SQL, condition?: SQL) => sql`
    (select e.id, e.created_at, e.kind, e.data, e.actor_id, e.job_id, ${person} as person_id from ${table} e
      where ${and(condition, common(wanted)) ?? sql`true`} order by ${order} limit ${lookedThrough})`
  const ofVisits = (condition: SQL) => read(sql`job_events`, sql`null::uuid`, condition)
  const ofOffice = (condition?: SQL) => read(sql`office_events`, sql`e.person_id`, condition)
  return [
    ...(!about || about === 'money' ? [ofVisits(isMoney)] : []),
    ...((!about || about === 'visits') && who !== 'server'
      ? admins.map((id) => ofVisits(sql`e.actor_id = ${id}::uuid and not (${isMoney})`))
      : []),
    ...(who === 'server'
      ? []
      : kinds
        ? kinds.map((kind) => ofOffice(sql`e.kind = ${kind}`))
        : [ofOffice()]),
  ]
}
