import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { db, queryRows } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { completedOn } from '#server/reads/visits.ts'
import { NotFound } from '#server/http/errors.ts'
import type { OdometerReading, Vehicle } from '#shared/contract/vehicles.ts'
import { activeJobStatuses } from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'

/** A customer's vehicles that are not deleted, oldest first. */
export function vehiclesOf(customerId: string): Promise<Vehicle[]> {
  return selectVehicles(eq(vehicles.customerId, customerId))
}

/** These vehicles, without deleted ones. */
export async function vehiclesById(ids: readonly string[]): Promise<Vehicle[]> {
  return ids.length === 0 ? [] : selectVehicles(inArray(vehicles.id, [...ids]))
}

/** A vehicle of the person asking, or any for an admin. Throws NotFound otherwise and for a deleted one. */
export async function vehicleFor(person: Person, id: string): Promise<Vehicle> {
  const [vehicle] = await selectVehicles(eq(vehicles.id, id), ownedBy(person))
  if (!vehicle) throw new NotFound(phrase('Vehicle not found.'))
  return vehicle
}

/** Limits a query of vehicles to those the person may see: their own, all for an admin. */
export function ownedBy(person: Person): SQL | undefined {
  return person.role === 'admin' ? undefined : eq(vehicles.customerId, person.id)
}

/**
 * Id of the customer whose vehicles are requested: for an admin the given one, otherwise the person asking. Throws NotFound
 * for anyone else's.
 */
export async function vehicleOwner(person: Person, customerId?: string): Promise<string> {
  if (customerId === undefined || customerId === person.id) return person.id
  if (person.role === 'admin' && (await isCustomer(customerId))) return customerId
  throw new NotFound(phrase('Customer not found.'))
}

async function isCustomer(id: string): Promise<boolean> {
  const customer = and(eq(users.id, id), eq(users.role, 'customer'), isNull(users.anonymizedAt))
  return (await db().$count(users, customer)) > 0
}

const activeStatuses = sql.raw(activeJobStatuses.map((status) => `'${status}'`).join(', '))
/** Whether the outer query's vehicle has a visit upcoming or under way. */
export const hasActiveJob = sql<boolean>`exists (
  select from jobs where jobs.vehicle_id = vehicles.id and jobs.status in (${activeStatuses}))`

/** All readings of a vehicle, newest first. Throws NotFound for someone else's. */
export async function odometerOf(person: Person, vehicleId: string): Promise<OdometerReading[]> {
  const { id } = await vehicleFor(person, vehicleId)
  return queryRows<OdometerReading>({ name: 'odometer', text: readings('$1::uuid') }, [id])
}

/** SQL for the readings of one vehicle, newest first. */
const readings = (vehicle: string) => `
  select o.read_on::text as date, o.miles, u.role as read_by
  from odometer_readings o left join users u on u.id = o.read_by
  where o.vehicle_id = ${vehicle} order by o.read_on desc`

type OdometerFact = Vehicle['odometer'][number]

/** A column of the newest completed visit of the outer query's vehicle. */
const ofLastService = <Value>(column: string, condition = '') =>
  sql.raw(`(select jobs.${column} from jobs
    where jobs.vehicle_id = vehicles.id and jobs.status = 'completed' ${condition}
    order by jobs.service_date desc, jobs.slot desc limit 1)`) as SQL<Value | null>

async function selectVehicles(...conditions: (SQL | undefined)[]): Promise<Vehicle[]> {
  const { deletedAt: _deleted, ...columns } = getTableColumns(vehicles)
  const rows = await db()
    .select({
      ...columns,
      hasActiveJob,
      lastServiceDate: sql<string | null>`(
        select max(${completedOn()})::text from jobs
        where jobs.vehicle_id = vehicles.id and jobs.status = 'completed')`,
      lastServiceMiles: ofLastService<number>('odometer_miles'),
      measuredQuarts: ofLastService<number>('filled_quarts', 'and jobs.filled_quarts is not null'),
      odometer: sql<OdometerFact[]>`(
        select coalesce(json_agg(json_build_object('date', r.date, 'miles', r.miles)), '[]')
        from (${sql.raw(readings('vehicles.id'))} limit 100) r)`,
    })
    .from(vehicles)
    .where(and(isNull(vehicles.deletedAt), ...conditions))
    .orderBy(vehicles.createdAt, vehicles.id)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

type SameCar = { merged: string; kept: string; name: string }

/** Cars that both customers have, by VIN or plate, in pairs. */
export async function sameCarsOf(mergedId: string, keptId: string): Promise<SameCar[]> {
  const rows = await queryRows<
    Omit<SameCar, 'name'> & { year: string; make: string; model: string }
  >(statement, [mergedId, keptId])
  return rows.map(({ merged, kept, ...car }) => ({ merged, kept, name: vehicleName(car) }))
}

const plate = (of: string) => `regexp_replace(upper(${of}.license_plate), '[^A-Z0-9]', '', 'g')`

const statement = {
  name: 'same-cars',
  text: `select distinct on (m.id) m.id as merged, k.id as kept, k.year, k.make, k.model
    from vehicles m join vehicles k on k.customer_id = $2::uuid and k.deleted_at is null
      and (k.vin = m.vin or (${plate('m')} <> '' and ${plate('k')} = ${plate('m')}))
    where m.customer_id = $1::uuid and m.deleted_at is null
    order by m.id, k.created_at`,
}
