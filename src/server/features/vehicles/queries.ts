import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { activeJobStatuses } from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'

/** A customer's vehicles that are not deleted, oldest first. */
export function vehiclesOf(customerId: string): Promise<Vehicle[]> {
  return selectVehicles(eq(vehicles.customerId, customerId))
}

/** A vehicle of the person who asks, any for an admin; NotFound otherwise and for a deleted one. */
export async function vehicleFor(person: Person, id: string): Promise<Vehicle> {
  const [vehicle] = await selectVehicles(eq(vehicles.id, id), ownedBy(person))
  if (!vehicle) throw new NotFound(t('Vehicle not found.'))
  return vehicle
}

/** Limits a query of vehicles to those the person may see: their own, all for an admin. */
export function ownedBy(person: Person): SQL | undefined {
  return person.role === 'admin' ? undefined : eq(vehicles.customerId, person.id)
}

/** Whose vehicles are meant: an admin's named customer, else the person's own. NotFound for anybody else's. */
export async function vehicleOwner(person: Person, customerId?: string): Promise<string> {
  if (customerId === undefined || customerId === person.id) return person.id
  if (person.role === 'admin' && (await isCustomer(customerId))) return customerId
  throw new NotFound(t('Customer not found.'))
}

async function isCustomer(id: string): Promise<boolean> {
  const customer = and(eq(users.id, id), eq(users.role, 'customer'), isNull(users.anonymisedAt))
  return (await db().$count(users, customer)) > 0
}

const activeStatuses = sql.raw(activeJobStatuses.map((status) => `'${status}'`).join(', '))
/** Whether the vehicle of the outer query has a visit ahead or under way. */
export const hasActiveJob = sql<boolean>`exists (
  select from jobs where jobs.vehicle_id = vehicles.id and jobs.status in (${activeStatuses}))`

async function selectVehicles(...conditions: (SQL | undefined)[]): Promise<Vehicle[]> {
  const { deletedAt: _deleted, ...columns } = getTableColumns(vehicles)
  const rows = await db()
    .select({
      ...columns,
      hasActiveJob,
      lastServiceDate: sql<string | null>`(
        select max(jobs.service_date)::text from jobs
        where jobs.vehicle_id = vehicles.id and jobs.status = 'completed')`,
    })
    .from(vehicles)
    .where(and(isNull(vehicles.deletedAt), ...conditions))
    .orderBy(vehicles.createdAt, vehicles.id)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
