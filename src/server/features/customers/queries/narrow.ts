import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { customerTotals } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { commonSearches } from '#server/http/common-searches.ts'
import type { ListOrder } from '#server/http/list-order.ts'
import {
  type CustomerFilter,
  isCustomer,
  isWanted,
  matchingCustomers,
  ofTotals as foundInTotals,
} from '#server/reads/search-conditions.ts'
import { beginningWith, matchesOtherwise, wordOf } from './leading-word.ts'

/** Searches and filters stop counting here, so they take no longer with many customers than with few. */
export const countedCustomers = 1000

/** Condition on `users` and `customer_totals`; `count` once known; `isCommon` when there are more matches than are counted. */
export type Found = { matching: SQL | undefined; count?: number; isCommon?: boolean }

const common = commonSearches()

/** Finds rare matches first, by the trigram index, so they can be sorted afterwards. */
export async function narrow(wanted: CustomerFilter): Promise<Found> {
  const matching = matchingCustomers(wanted)
  if (!wanted.search?.trim()) return { matching }
  const key = JSON.stringify([wanted.search, wanted.status, wanted.tag])
  const ofMany = { matching, count: countedCustomers + 1, isCommon: true }
  if (common.has(key)) return ofMany
  const { count, ids } = await countUp(wanted, matching)
  if (count <= countedCustomers) return { matching: isOneOf(ids), count }
  common.add(key)
  return ofMany
}

/** The number of matches, up to `countedCustomers` + 1, and the ids of at most `countedCustomers`. */
async function countUp(wanted: CustomerFilter, matching: SQL | undefined) {
  // As one text: reading a thousand rows takes longer than finding them.
  const { rows } = await db().execute(sql`
    select cardinality(ids) as count, case when cardinality(ids) <= ${countedCustomers} then ids::text end as ids
    from (select ${idsOf(wanted, matching, sql`limit ${countedCustomers + 1}`)} as ids) found`)
  return rows[0] as { count: number; ids: string }
}

/** SQL for an array of ids; joins the totals only to filter by status. */
const idsOf = (wanted: CustomerFilter, matching: SQL | undefined, cut = sql``) =>
  sql`array(select ${users.id} from ${users} ${withTotals(wanted)} where ${matching} ${cut})`

const isOneOf = (ids: SQL | string) => sql`${users.id} = any(${ids}::uuid[])`

type Page = {
  order: ListOrder
  /** Whether the order uses `customer_totals`. */
  ofTotals: boolean
  wanted: CustomerFilter
  limit: number
}

const lookedThrough = 3000

const fewBeside = commonSearches()

/**
 * Condition on `users`: one page of those whose name or address begins with the search word, plus all other matches.
 * Undefined for another order or with many other matches.
 */
export async function isBegun({ order, wanted, limit }: Page): Promise<SQL | undefined> {
  const word = wordOf(wanted, order)
  if (!word) return undefined
  const key = JSON.stringify([word.word, word.ofEmail, wanted.status, wanted.tag])
  if (common.has(key)) return undefined
  const others = matchesOtherwise(word, wanted)
  if (!fewBeside.has(key)) {
    const { count } = await countUp(wanted, others)
    const few = count <= countedCustomers
    ;(few ? fewBeside : common).add(key)
    if (!few) return undefined
  }
  const begun = and(beginningWith(word, wanted), order.after)
  const cut = sql`order by ${order.orderBy} limit ${limit}`
  return isOneOf(sql`(${idsOf(wanted, begun, cut)} || ${idsOf(wanted, others)})`)
}

/** Condition on `users`: one page of matches among the next rows of the list. */
export function isNext({ order, ofTotals, wanted, limit }: Page): SQL {
  const next = (table: SQL, condition: SQL | undefined) =>
    sql`(select *, ${order.columns} from ${table} where ${condition ?? sql`true`} order by ${order.orderBy} limit ${lookedThrough})`
  const [id, from, matching] = ofTotals
    ? [
        sql`${customerTotals.customerId}`,
        sql`${next(sql`${customerTotals}`, and(isNotNull(customerTotals.foundBy), order.after))} as ${customerTotals}
          ${wanted.tag ? withUsers : sql``}`,
        isWanted(wanted, foundInTotals),
      ]
    : [
        sql`${users.id}`,
        sql`${next(sql`${users}`, and(isCustomer(), order.after))} as ${users} ${withTotals(wanted)}`,
        isWanted(wanted),
      ]
  return isOneOf(sql`array(select ${id} from ${from}
    where ${matching} order by ${order.orderByColumns} limit ${limit})`)
}

/** Condition on `users`: one page of all matches, wherever they are in the list; `offset 0` finds them before sorting. */
export function isFirst(matching: SQL | undefined, { order, ofTotals, wanted, limit }: Page): SQL {
  const found = sql`(select ${users}.* from ${users} ${withTotals(wanted)} where ${matching} offset 0)`
  return isOneOf(sql`array(select ${users.id} from ${found} as ${users}
    ${ofTotals ? joinTotals : sql``} ${order.after ? sql`where ${order.after}` : sql``}
    order by ${order.orderBy} limit ${limit})`)
}

/** Joined row by row; a plain join would read all matches first. */
const withUsers = sql`cross join lateral (
  select * from ${users} where ${users.id} = ${customerTotals.customerId} offset 0) as ${users}`
const onCustomer = sql`on ${customerTotals.customerId} = ${users.id}`
const joinTotals = sql`join ${customerTotals} ${onCustomer}`
const withTotals = ({ status }: CustomerFilter) => (status ? joinTotals : sql``)
