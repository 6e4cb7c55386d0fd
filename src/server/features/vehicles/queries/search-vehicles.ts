import { and, eq, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { FoundVehicle } from '#shared/contract/search.ts'
import { replaceLookalikes } from '#shared/rules/vin.ts'
import { barePlate } from '../assert-only-car.ts'

const mostCandidates = 200
const fewestPlateLetters = 3
/** What people read out of a VIN. */
const endOfVin = 6

/** The expression of the index `vehicles_plate`. */
const bare = sql`regexp_replace(upper(${vehicles.licensePlate}), '[^A-Z0-9]', '', 'g')`
/** The expression of the index `vehicles_search`; it must be written exactly like this to be used. */
const searched = sql`(regexp_replace(upper(${vehicles.licensePlate}), '[^A-Z0-9]', '', 'g') || ' ' || coalesce(${vehicles.vin}, ''))`

/** Cars by plate, however it is spaced, or by VIN, its beginning or its end; the whole plate first. */
export async function searchVehicles(q: string, limit: number): Promise<FoundVehicle[]> {
  const typed = barePlate(q)
  if (typed.length < 2) return []
  const some = db()
    .$with('some')
    .as(
      db()
        .select({
          id: vehicles.id,
          year: vehicles.year,
          make: vehicles.make,
          model: vehicles.model,
          licensePlate: vehicles.licensePlate,
          vin: vehicles.vin,
          customerId: vehicles.customerId,
          createdAt: vehicles.createdAt,
          nearness: sql<number>`case when ${bare} = ${typed} then 0
            when starts_with(${bare}, ${typed}) then 1 else 2 end`.as('nearness'),
        })
        .from(vehicles)
        .where(and(isNull(vehicles.deletedAt), isMeant(typed)))
        .limit(mostCandidates),
    )
  return db()
    .with(some)
    .select({
      id: some.id,
      year: some.year,
      make: some.make,
      model: some.model,
      licensePlate: some.licensePlate,
      vin: some.vin,
      customer: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        phone: users.phone,
      },
      jobId: sql<string | null>`(select id from jobs where vehicle_id = ${some.id}
        and status <> 'cancelled' order by service_date desc, slot desc limit 1)`,
    })
    .from(some)
    .innerJoin(users, eq(users.id, some.customerId))
    .orderBy(some.nearness, sql`${some.createdAt} desc`, some.id)
    .limit(limit)
}

/** Condition on `vehicles`: its plate or VIN is meant. In the text of the index a blank stands between the two. */
export function isMeant(typed: string): SQL | undefined {
  if (typed.length < fewestPlateLetters) return like(bare, `${typed}%`)
  const vin = replaceLookalikes(typed)
  return or(
    like(bare, `%${typed}%`),
    ...(typed.length < endOfVin ? [] : [like(searched, `% ${vin}%`), like(searched, `%${vin}`)]),
  )
}
