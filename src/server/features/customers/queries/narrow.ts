import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { customerTotals } from '#server/database/tables/customer-totals.ts'
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

/** Searches and filters count no further, so that they take as long with many customers as with some. */
export const countedCustomers = 1000

/** Condition on `users` and `customer_totals`; `count` once that is known; whether more are found than are counted. */
export type Found = { matching: SQL | undefined; count?: number; isCommon?: boolean }

const common = commonSearches()

/** The few that a search finds are found first, by the index of letters, and then put in order. */
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

/** How many are found, up to one more than `countedCustomers`, and the ids of no more than these. */
async function countUp(wanted: CustomerFilter, matching: SQL | undefined) {
  // As one text, for a thousand rows take longer to be read than to be found.
  const { rows } = await db().execute(sql`
    select cardinality(ids) as count, case when cardinality(ids) <= ${countedCustomers} then ids::text end as ids
    from (select ${idsOf(wanted, matching, sql`limit ${countedCustomers + 1}`)} as ids) found`)
  return rows[0] as { count: number; ids: string }
}

/** SQL for an array; of the totals only what says where a customer stands. */
const idsOf = (wanted: CustomerFilter, matching: SQL | undefined, cut = sql``) =>
  sql`array(select ${users.id} from ${users} ${withTotals(wanted)} where ${matching} ${cut})`

const isOneOf = (ids: SQL | string) => sql`${users.id} = any(${ids}::uuid[])`

type Page = {
  order: ListOrder
  /** Whether the order is one of `customer_totals`. */
  ofTotals: boolean
  wanted: CustomerFilter
  limit: number
}

const lookedThrough = 3000

const fewBeside = commonSearches()

/**
 * Condition on `users`: those whose name or address begins with the word that was typed, as many as a page has, and all
 * others who are found. Undefined where the order is another or many others are.
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

/** Condition on `users`: those of the next of the list whom the search finds, as many as a page has. */
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

/** The same of all whom the search finds, wherever in the list they are; `offset 0` has them found first. */
export function isFirst(matching: SQL | undefined, { order, ofTotals, wanted, limit }: Page): SQL {
  const found = sql`(select ${users}.* from ${users} ${withTotals(wanted)} where ${matching} offset 0)`
  return isOneOf(sql`array(select ${users.id} from ${found} as ${users}
    ${ofTotals ? joinTotals : sql``} ${order.after ? sql`where ${order.after}` : sql``}
    order by ${order.orderBy} limit ${limit})`)
}

/** One by one, for joined as a whole, all who are found would be read first. */
const withUsers = sql`cross join lateral (
  select * from ${users} where ${users.id} = ${customerTotals.customerId} offset 0) as ${users}`
const onCustomer = sql`on ${customerTotals.customerId} = ${users.id}`
const joinTotals = sql`join ${customerTotals} ${onCustomer}`
const withTotals = ({ status }: CustomerFilter) => (status ? joinTotals : sql``)
