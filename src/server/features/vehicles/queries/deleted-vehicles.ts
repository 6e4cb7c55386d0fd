import { and, eq, type SQL, sql, like, isNotNull, isNull, or } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { completedOn } from '#server/reads/visits.ts'
import { commonSearches } from '#server/http/common-searches.ts'
import { cutPage, type ListOrder, listOrder, textKey } from '#server/http/list-order.ts'
import { searchPatterns } from '#server/http/paging.ts'
import type { DeletedVehicle, deletedVehicleSorts } from '#shared/contract/recovery.ts'
import { matchesPerson, barePlate, barePlateOf } from '#server/reads/search-conditions.ts'

type Wanted = {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
}

type DeletedPage = {
  vehicles: DeletedVehicle[]
  total: number
  next?: string | undefined
}

/** Deleted vehicles of current customers, by default the last deleted first. */
export async function findDeletedVehicles(wanted: Wanted): Promise<DeletedPage> {
  const words = searchPatterns(wanted.search)
  const few = await fewWith(words)
  const matching = and(
    isDeleted(),
    ofCustomer(),
    few && (few.length > 0 ? isOneOf(few) : sql`false`),
    ...words.map(few ? hasWord : hasWordAmongAll),
  )
  const order = orderOf(wanted)
  const limit = wanted.limit + 1
  const [rows, total] = await Promise.all([
    few ? select(matching, order, limit) : selectOfMany(matching, words, order, limit),
    words.length > 0 ? countFound(matching, few ? undefined : wanted.search) : countDeleted(),
  ])
  const page = cutPage(rows, wanted.limit, order)
  return { vehicles: page.rows.map(toDeleted), total, next: page.next }
}

/** Looks for frequent words in list order, which soon fills a page; if it does not, sorts all matches. */
async function selectOfMany(
  matching: SQL | undefined,
  words: readonly string[],
  order: ListOrder,
  limit: number,
) {
  const next = await db().execute(nextWith(words, order, limit))
  const ids = (next.rows as { id: string }[]).map(({ id }) => id)
  return ids.length === limit ? select(isOneOf(ids), order, limit) : select(matching, order, limit)
}

const select = (matching: SQL | undefined, order: ListOrder, limit: number) =>
  db()
    .select({
      id: vehicles.id,
      customerId: vehicles.customerId,
      make: vehicles.make,
      model: vehicles.model,
      year: vehicles.year,
      licensePlate: vehicles.licensePlate,
      vin: vehicles.vin,
      trim: vehicles.trim,
      engine: vehicles.engine,
      oilType: vehicles.oilType,
      createdAt: vehicles.createdAt,
      deletedAt: sql<Date>`${vehicles.deletedAt}`.mapWith(vehicles.deletedAt),
      name: customerName,
      email: users.email,
      phone: users.phone,
      jobCount: sql<number>`(select count(*)::int from jobs where jobs.vehicle_id = vehicles.id)`,
      lastServiceDate: sql<string | null>`(select max(${completedOn()})::text from jobs
          where jobs.vehicle_id = vehicles.id and jobs.status = 'completed')`,
      sortKey: order.sortKey,
    })
    .from(vehicles)
    .innerJoin(users, eq(users.id, vehicles.customerId))
    .where(and(matching, order.after))
    .orderBy(order.orderBy)
    .limit(limit)

/** Searches stop counting here. */
export const countedDeleted = 1000

const many = commonSearches()

/** `common`: the typed search if it may have many results; that it has is then remembered for a minute. */
async function countFound(matching: SQL | undefined, common?: string): Promise<number> {
  if (common && many.has(common)) return countedDeleted + 1
  const count = await db().$count(
    db()
      .select({ id: vehicles.id })
      .from(vehicles)
      .innerJoin(users, eq(users.id, vehicles.customerId))
      .where(matching)
      .limit(countedDeleted + 1)
      .as('some'),
  )
  if (common && count > countedDeleted) many.add(common)
  return count
}

const large = 10_000
const cacheMs = 60_000
let counted = { count: 0, until: 0 }

/** The number of deleted vehicles; above 10,000 up to a minute old. */
async function countDeleted(): Promise<number> {
  const at = now().getTime()
  if (at < counted.until) return counted.count
  const some = db()
    .select({ id: vehicles.id })
    .from(vehicles)
    .innerJoin(users, eq(users.id, vehicles.customerId))
    .where(and(isDeleted(), ofCustomer()))
    .as('some')
  const count = await db().$count(some)
  if (count > large) counted = { count, until: at + cacheMs }
  return count
}

type Field = (typeof deletedVehicleSorts)[number]

const orderOf = (requested: { sort?: string | undefined; cursor?: string | undefined }) =>
  listOrder<Field>(requested, {
    fields: {
      deleted: { by: sql`${vehicles.deletedAt}`, type: 'timestamptz' },
      vehicle: textKey(
        sql`(${vehicles.make} || ' ' || ${vehicles.model} || ' ' || ${vehicles.year})`,
      ),
      customer: textKey(customerName),
    },
    usual: [{ by: sql`${vehicles.deletedAt}`, type: 'timestamptz', descending: true }],
    id: sql`${vehicles.id}`,
  })

type Row = Omit<DeletedVehicle, 'customer' | 'createdAt' | 'deletedAt'> & {
  name: string
  email: string | null
  phone: string
  createdAt: Date
  deletedAt: Date
  sortKey: unknown
}

function toDeleted({ name, email, phone, sortKey: _key, ...row }: Row): DeletedVehicle {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt.toISOString(),
    customer: { id: row.customerId, name, email, phone },
  }
}

const isDeleted = () => isNotNull(vehicles.deletedAt)
/** Cars of erased customers cannot be recovered. */
const ofCustomer = () => and(eq(users.role, 'customer'), isNull(users.anonymizedAt))

const customerName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`
const vehicleText = sql`fold_text(${vehicles.year} || ' ' || ${vehicles.make} || ' ' || ${vehicles.model} || ' ' || coalesce(${vehicles.vin}, ''))`

/** Condition on `vehicles` and `users`: the word matches the car, its plate in any spelling, or its owner. */
const hasWord = (pattern: string): SQL | undefined => or(ofCar(pattern), ofPerson(pattern))

/** Matches the indexes' expressions. */
function ofCar(pattern: string): SQL | undefined {
  const plate = barePlate(pattern)
  return or(
    like(vehicleText, pattern),
    plate ? sql`${barePlateOf(vehicles.licensePlate)} like ${`%${plate}%`}` : undefined,
  )
}

const ofPerson = (pattern: string): SQL | undefined =>
  matchesPerson(pattern.slice(1, -1).replace(/\\(.)/g, '$1'))

/** Condition on `vehicles`. */
const isOneOf = (ids: readonly string[]) => sql`${vehicles.id} = any(${sql.param(ids)}::uuid[])`

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
const hasWordAmongAll = (pattern: string): SQL =>
  sql`${vehicles.id} = any(array(${withWord(pattern)}))`

const mostGathered = 1000
const common = commonSearches()

/** Ids matching the first word that has at most a thousand matches; undefined if every word has more. */
async function fewWith(patterns: readonly string[]): Promise<string[] | undefined> {
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
function nextWith(patterns: readonly string[], order: ListOrder, limit: number): SQL {
  const isByCustomer = order.sort.endsWith('customer')
  const next = sql`(select ${vehicles}.*, ${order.columns} from ${vehicles}
    ${isByCustomer ? sql`join ${users} on ${users.id} = ${vehicles.customerId}` : sql``}
    where ${and(isDeleted(), order.after)} order by ${order.orderBy} limit ${lookedThrough})`
  return sql`select ${vehicles.id} from ${next} as ${vehicles}
    cross join lateral (
      select * from ${users} where ${users.id} = ${vehicles.customerId} and ${ofCustomer()} offset 0) as ${users}
    where ${and(...patterns.map(hasWord)) ?? sql`true`} order by ${order.orderByColumns} limit ${limit}`
}
