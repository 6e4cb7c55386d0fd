import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { FoundVehicle } from '#shared/contract/search.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import { barePlate, barePlates, isMeant } from '#server/reads/search-conditions.ts'

const mostCandidates = 200

/** Cars by plate in any spelling, by the start or end of the VIN, or by make and model; exact plates first. */
export async function searchVehicles(q: string, limit: number): Promise<FoundVehicle[]> {
  const typed = barePlate(q)
  if (typed.length < 2) return []
  const nearness = sql<number>`case when ${barePlates} = ${typed} then 0
    when starts_with(${barePlates}, ${typed}) then 1 else 2 end`
  const byPlate = await found(isMeant(typed), nearness, limit)
  if (byPlate.length > 0) return byPlate
  return found(isNamed(q), sql<number>`0`, limit)
}

const year = /\b(19|20)\d\d\b/

/** Condition on `vehicles`: the model, or make and model, begin like this; a year may come along. */
function isNamed(q: string): SQL {
  const wanted = year.exec(q)?.[0]
  const name = foldText(q.replace(year, '')).replace(/[^a-z0-9]/g, '')
  const begins = (text: SQL) => sql`(${text} >= ${name} and ${text} < ${`${name}~`})`
  return sql`${name.length >= 2} and (${begins(models)} or ${begins(makesAndModels)})
    ${wanted ? sql`and ${vehicles.year} = ${wanted}` : sql``}`
}

// Must match the expressions of the indexes `vehicles_model` and `vehicles_make_model`.
const models = sql`(regexp_replace(fold_text(${vehicles.model}), '[^a-z0-9]', '', 'g')) collate "C"`
const makesAndModels = sql`(regexp_replace(fold_text(${vehicles.make} || ${vehicles.model}), '[^a-z0-9]', '', 'g')) collate "C"`

function found(condition: SQL | undefined, nearness: SQL<number>, limit: number) {
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
          nearness: nearness.as('nearness'),
        })
        .from(vehicles)
        .where(and(isNull(vehicles.deletedAt), condition))
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
