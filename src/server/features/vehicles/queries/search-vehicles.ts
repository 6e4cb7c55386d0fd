import { and, eq, isNull, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { FoundVehicle } from '#shared/contract/search.ts'
import { barePlate, barePlates, isMeant } from '#server/reads/search-conditions.ts'

const mostCandidates = 200

/** Cars by plate in any spelling, or by the start or end of the VIN; exact plates first. */
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
          nearness: sql<number>`case when ${barePlates} = ${typed} then 0
            when starts_with(${barePlates}, ${typed}) then 1 else 2 end`.as('nearness'),
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
