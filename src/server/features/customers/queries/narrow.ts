import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { customerTotals } from '#server/database/tables/customer-totals.ts'
import { users } from '#server/database/tables/users.ts'
import { commonSearches } from '#server/http/common-searches.ts'
import type { ListOrder } from '#server/http/list-order.ts'
import { type CustomerFilter, isCustomer, isOneOf, matchingCustomers } from './conditions.ts'

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
  const rows = await selectIds(wanted).limit(countedCustomers + 1)
  if (rows.length <= countedCustomers)
    return { matching: isOneOf(rows.map((row) => row.id)) ?? sql`false`, count: rows.length }
  common.add(key)
  return ofMany
}

function selectIds(wanted: CustomerFilter) {
  const some = db().select({ id: users.id }).from(users).$dynamic()
  // Its totals say where a customer stands, and nothing else.
  if (wanted.status) some.innerJoin(customerTotals, eq(customerTotals.customerId, users.id))
  return some.where(matchingCustomers(wanted))
}

type Page = {
  order: ListOrder
  /** Whether the order is one of `customer_totals`. */
  ofTotals: boolean
  wanted: CustomerFilter
  limit: number
}

const lookedThrough = 3000

/** Condition on `users`: those of the next of the list whom the search finds, as many as a page has. */
export function isNext(matching: SQL | undefined, { order, ofTotals, wanted, limit }: Page): SQL {
  const next = (table: SQL, condition: SQL | undefined) =>
    sql`(select *, ${order.columns} from ${table} where ${condition ?? sql`true`} order by ${order.orderBy} limit ${lookedThrough})`
  const from = ofTotals
    ? sql`${next(sql`${customerTotals}`, order.after)} as ${customerTotals} cross join lateral ${oneByOne}`
    : sql`${next(sql`${users}`, and(isCustomer(), order.after))} as ${users} ${withTotals(wanted)}`
  return sql`${users.id} = any(array(select ${users.id} from ${from}
    where ${matching} order by ${order.orderByColumns} limit ${limit}))`
}

/** The same of all whom the search finds, wherever in the list they are; `offset 0` has them found first. */
export function isFirst(matching: SQL | undefined, { order, ofTotals, wanted, limit }: Page): SQL {
  const found = sql`(select ${users}.* from ${users} ${withTotals(wanted)} where ${matching} offset 0)`
  return sql`${users.id} = any(array(select ${users.id} from ${found} as ${users}
    ${ofTotals ? joinTotals : sql``} ${order.after ? sql`where ${order.after}` : sql``}
    order by ${order.orderBy} limit ${limit}))`
}

/** By the index that has all that people are found by; joined as a whole, all who are found would be read first. */
const oneByOne = sql`(
  select * from ${users} where ${users.id} = ${customerTotals.customerId} and ${isCustomer()} offset 0) as ${users}`
const onCustomer = sql`on ${customerTotals.customerId} = ${users.id}`
const joinTotals = sql`join ${customerTotals} ${onCustomer}`
const withTotals = ({ status }: CustomerFilter) => (status ? joinTotals : sql``)
