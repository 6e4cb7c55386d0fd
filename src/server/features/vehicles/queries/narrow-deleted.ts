import { and, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { matchesPerson, barePlate, barePlateOf } from '#server/reads/search-conditions.ts'
import { commonSearches } from '#server/http/common-searches.ts'
import type { ListOrder } from '#server/http/list-order.ts'

export const isDeleted = () => isNotNull(vehicles.deletedAt)
/** Of an erased customer nothing comes back. */
export const ofCustomer = () => and(eq(users.role, 'customer'), isNull(users.anonymizedAt))

export const customerName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`
const vehicleText = sql`(${vehicles.year} || ' ' || ${vehicles.make} || ' ' || ${vehicles.model} || ' ' || coalesce(${vehicles.vin}, ''))`

/** Condition on `vehicles` and `users`: the word is of the car, its plate however it is spaced, or of whoever had it. */
export const hasWord = (pattern: string): SQL | undefined => or(ofCar(pattern), ofPerson(pattern))

/** By the index of both. */
function ofCar(pattern: string): SQL | undefined {
  const plate = barePlate(pattern)
  return or(
    ilike(vehicleText, pattern),
    plate ? sql`${barePlateOf(vehicles.licensePlate)} like ${`%${plate}%`}` : undefined,
  )
}

const ofPerson = (pattern: string): SQL | undefined =>
  matchesPerson(pattern.slice(1, -1).replace(/\\(.)/g, '$1'))

/** Condition on `vehicles`. */
export const isOneOf = (ids: readonly string[]) =>
  sql`${vehicles.id} = any(${sql.param(ids)}::uuid[])`

/** SQL for ids of those that have a word: every way in which it is found has an index of its own, and none has all. */
function withWord(pattern: string): SQL {
  const person = ofPerson(pattern)
  const owned = sql`union all select ${vehicles.id} from ${users}
    join ${vehicles} on ${vehicles.customerId} = ${users.id} where ${isDeleted()} and ${person}`
  return sql`select id from (select ${vehicles.id} from ${vehicles} where ${and(isDeleted(), ofCar(pattern))}
    ${person ? owned : sql``}) found`
}

/**
 * Condition on `vehicles`: all that have the word are gathered first, once. As `in (…)` the planner may gather them anew
 * for each car when it knows too little of the table, which took longer than a statement may.
 */
export const hasWordAmongAll = (pattern: string): SQL =>
  sql`${vehicles.id} = any(array(${withWord(pattern)}))`

const mostGathered = 1000
const common = commonSearches()

/** Ids of those that have one of the words, of which no more than a thousand do; undefined where more have each. */
export async function fewWith(patterns: readonly string[]): Promise<string[] | undefined> {
  for (const pattern of patterns) {
    if (common.has(pattern)) continue
    const { rows } = await db().execute(sql`${withWord(pattern)} limit ${mostGathered + 1}`)
    if (rows.length <= mostGathered) return (rows as { id: string }[]).map(({ id }) => id)
    common.add(pattern)
  }
  return undefined
}

const lookedThrough = 3000

/** SQL for ids of the next of the list that have every word, as many as a page has. */
export function nextWith(patterns: readonly string[], order: ListOrder, limit: number): SQL {
  const isByCustomer = order.sort.endsWith('customer')
  const next = sql`(select ${vehicles}.*, ${order.columns} from ${vehicles}
    ${isByCustomer ? sql`join ${users} on ${users.id} = ${vehicles.customerId}` : sql``}
    where ${and(isDeleted(), order.after)} order by ${order.orderBy} limit ${lookedThrough})`
  return sql`select ${vehicles.id} from ${next} as ${vehicles}
    cross join lateral (
      select * from ${users} where ${users.id} = ${vehicles.customerId} and ${ofCustomer()} offset 0) as ${users}
    where ${and(...patterns.map(hasWord)) ?? sql`true`} order by ${order.orderByColumns} limit ${limit}`
}
