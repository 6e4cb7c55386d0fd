import { and, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { matchesPerson, barePlate, barePlateOf } from '#server/reads/search-conditions.ts'
import { commonSearches } from '#server/http/common-searches.ts'
import type { ListOrder } from '#server/http/list-order.ts'

export const isDeleted = () => isNotNull(vehicles.deletedAt)
/** Cars of erased customers cannot be recovered. */
export const ofCustomer = () => and(eq(users.role, 'customer'), isNull(users.anonymizedAt))

export const customerName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`
const vehicleText = sql`(${vehicles.year} || ' ' || ${vehicles.make} || ' ' || ${vehicles.model} || ' ' || coalesce(${vehicles.vin}, ''))`

/** Condition on `vehicles` and `users`: the word matches the car, its plate in any spelling, or its owner. */
export const hasWord = (pattern: string): SQL | undefined => or(ofCar(pattern), ofPerson(pattern))

/** Matches the indexes' expressions. */
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

/** SQL for the ids of vehicles matching a word. Each kind of match has its own index, hence the union. */
function withWord(pattern: string): SQL {
  const person = ofPerson(pattern)
  const owned = sql`union all select ${vehicles.id} from ${users}
    join ${vehicles} on ${vehicles.customerId} = ${users.id} where ${isDeleted()} and ${person}`
  return sql`select id from (select ${vehicles.id} from ${vehicles} where ${and(isDeleted(), ofCar(pattern))}
    ${person ? owned : sql``}) found`
}

/**
 * Condition on `vehicles`: collects all matches once. With `in (…)` the planner may collect them again for each car when it
 * knows too little about the table, which exceeded the statement's time limit.
 */
export const hasWordAmongAll = (pattern: string): SQL =>
  sql`${vehicles.id} = any(array(${withWord(pattern)}))`

const mostGathered = 1000
const common = commonSearches()

/** Ids matching the first word that has at most a thousand matches; undefined if every word has more. */
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

/** SQL for the ids of the next vehicles in list order that match every word, at most `limit`. */
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
