import { and, eq, type SQL, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { customerTotals } from '#server/database/tables/customer-totals.ts'
import { users } from '#server/database/tables/users.ts'
import type { ListOrder } from '#server/http/list-order.ts'
import { type CustomerFilter, isCustomer, isOneOf, matchingCustomers } from './conditions.ts'

/** Searches and filters count no further, so that they take as long with many customers as with some. */
export const countedCustomers = 1000

/** A search that finds more than are counted; whether these are so many that they stand everywhere in the list. */
type Common = { until: number; isHuge?: boolean }
/** Condition on `users` and `customer_totals`; `count` once that is known. */
export type Found = { matching: SQL | undefined; count?: number; common?: Common }

// That a word is common is no other within a minute; it decides how customers are looked for, not who is found.
const cacheMs = 60_000
const mostKept = 500
const kept = new Map<string, Common>()

/** The few that a search finds are found first, by the index of letters, and then put in order. */
export async function narrow(wanted: CustomerFilter): Promise<Found> {
  const matching = matchingCustomers(wanted)
  if (!wanted.search?.trim()) return { matching }
  const at = now().getTime()
  const key = JSON.stringify([wanted.search, wanted.status, wanted.tag])
  const before = kept.get(key)
  if (before && at < before.until) return ofMany(matching, before)
  const rows = await selectIds(wanted).limit(countedCustomers + 1)
  if (rows.length <= countedCustomers)
    return { matching: isOneOf(rows.map((row) => row.id)) ?? sql`false`, count: rows.length }
  if (kept.size >= mostKept) kept.clear()
  const common = { until: at + cacheMs }
  kept.set(key, common)
  return ofMany(matching, common)
}

const ofMany = (matching: SQL | undefined, common: Common): Found => ({
  matching,
  count: countedCustomers + 1,
  common,
})

function selectIds(wanted: CustomerFilter) {
  const some = db().select({ id: users.id }).from(users).$dynamic()
  // Its totals say where a customer stands, and nothing else.
  if (wanted.status) some.innerJoin(customerTotals, eq(customerTotals.customerId, users.id))
  return some.where(matchingCustomers(wanted))
}

const huge = 5000

/** Whether these are more than one would put in order; asked for once. */
export async function isHuge(common: Common, wanted: CustomerFilter): Promise<boolean> {
  if (common.isHuge !== undefined) return common.isHuge
  const some = selectIds(wanted)
    .limit(huge + 1)
    .as('some')
  return (common.isHuge = (await db().$count(some)) > huge)
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
    sql`(select * from ${table} where ${condition ?? sql`true`} order by ${order.orderBy} limit ${lookedThrough})`
  const from = ofTotals
    ? sql`${next(sql`${customerTotals}`, order.after)} as ${customerTotals} join ${users} ${onCustomer}`
    : sql`${next(sql`${users}`, and(isCustomer(), order.after))} as ${users} ${withTotals(wanted)}`
  return sql`${users.id} = any(array(select ${users.id} from ${from}
    where ${matching} order by ${order.orderBy} limit ${limit}))`
}

/** The same of all whom the search finds, wherever in the list they are; `offset 0` has them found first. */
export function isFirst(matching: SQL | undefined, { order, ofTotals, wanted, limit }: Page): SQL {
  const found = sql`(select ${users}.* from ${users} ${withTotals(wanted)} where ${matching} offset 0)`
  return sql`${users.id} = any(array(select ${users.id} from ${found} as ${users}
    ${ofTotals ? joinTotals : sql``} ${order.after ? sql`where ${order.after}` : sql``}
    order by ${order.orderBy} limit ${limit}))`
}

const onCustomer = sql`on ${customerTotals.customerId} = ${users.id}`
const joinTotals = sql`join ${customerTotals} ${onCustomer}`
const withTotals = ({ status }: CustomerFilter) => (status ? joinTotals : sql``)
