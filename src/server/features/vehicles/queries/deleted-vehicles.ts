import { and, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { matchesPerson } from '#server/features/customers/queries/conditions.ts'
import { completedOn } from '#server/features/jobs/queries.ts'
import { cutPage, listOrder, textKey } from '#server/http/list-order.ts'
import { searchPatterns } from '#server/http/paging.ts'
import type { DeletedVehicle, deletedVehicleSorts } from '#shared/contract/recovery.ts'
import { barePlate, barePlateOf } from '../assert-only-car.ts'

type Wanted = {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Deleted vehicles of people who are still customers, the last one deleted first unless sorted. */
export async function findDeletedVehicles(
  wanted: Wanted,
): Promise<{ vehicles: DeletedVehicle[]; total: number; next?: string | undefined }> {
  const matching = and(isDeleted(), ofCustomer(), matches(wanted.search))
  const order = orderOf(wanted)
  const [rows, total] = await Promise.all([
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
      .limit(wanted.limit + 1),
    wanted.search?.trim() ? countFound(matching) : countDeleted(),
  ])
  const page = cutPage(rows, wanted.limit, order)
  return { vehicles: page.rows.map(toDeleted), total, next: page.next }
}

/** Searches count no further. */
export const countedDeleted = 1000

const countFound = (matching: SQL | undefined) =>
  db().$count(
    db()
      .select({ id: vehicles.id })
      .from(vehicles)
      .innerJoin(users, eq(users.id, vehicles.customerId))
      .where(matching)
      .limit(countedDeleted + 1)
      .as('some'),
  )

const large = 10_000
const cacheMs = 60_000
let counted = { count: 0, until: 0 }

/** How many there are; above 10,000 as they were within the last minute. */
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

const isDeleted = () => isNotNull(vehicles.deletedAt)
/** Of an erased customer nothing comes back. */
const ofCustomer = () => and(eq(users.role, 'customer'), isNull(users.anonymizedAt))

const customerName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`
const vehicleText = sql`(${vehicles.year} || ' ' || ${vehicles.make} || ' ' || ${vehicles.model} || ' ' || coalesce(${vehicles.vin}, ''))`

/** Every word is of the car, its plate however it is spaced, or of whoever had it; each has its index. */
function matches(search?: string): SQL | undefined {
  const words = searchPatterns(search).map((pattern) => {
    const plate = barePlate(pattern)
    const person = matchesPerson(pattern.slice(1, -1).replace(/\\(.)/g, '$1'))
    return or(
      ilike(vehicleText, pattern),
      plate ? sql`${barePlateOf(vehicles.licensePlate)} like ${`%${plate}%`}` : undefined,
      person &&
        sql`${vehicles.customerId} = any(array(select ${users.id} from ${users} where ${person}))`,
    )
  })
  return and(...words)
}

type Field = (typeof deletedVehicleSorts)[number]

const orderOf = (asked: { sort?: string | undefined; cursor?: string | undefined }) =>
  listOrder<Field>(asked, {
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
