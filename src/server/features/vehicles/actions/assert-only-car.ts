import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { Conflict } from '#server/http/errors.ts'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import { barePlate, barePlateOf } from '#server/reads/search-conditions.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase } from '#shared/texts/t.ts'

/** SQL: whether the query's vehicle has this plate, in any spelling. */
export const hasPlate = (plate: string) =>
  sql`${barePlateOf(vehicles.licensePlate)} = ${barePlate(plate)}`

/**
 * Throws Conflict, naming the car, when another of the customer's cars has this plate or VIN; `prefix` is put before the
 * error's field paths. Call inside a transaction: it locks the customer's row, because two concurrent calls would miss each
 * other's car.
 */
export async function assertOnlyCar(
  customerId: string,
  { licensePlate, vin }: Pick<VehicleForm, 'licensePlate' | 'vin'>,
  { id, prefix = '' }: { id?: string; prefix?: string } = {},
): Promise<void> {
  const owner = eq(users.id, customerId)
  await db().select({ id: users.id }).from(users).where(owner).for('no key update')
  const [other] = await db()
    .select()
    .from(vehicles)
    .where(
      and(
        eq(vehicles.customerId, customerId),
        isNull(vehicles.deletedAt),
        id === undefined ? undefined : ne(vehicles.id, id),
        or(
          barePlate(licensePlate) ? hasPlate(licensePlate) : sql`false`,
          vin ? eq(vehicles.vin, vin) : undefined,
        ),
      ),
    )
    .orderBy(vehicles.createdAt)
    .limit(1)
  if (!other) return
  const name = vehicleName(other)
  const sameVin = vin !== undefined && other.vin === vin
  const message = sameVin
    ? phrase('{name} in this account already has this VIN. Use that car, or check the VIN.', {
        name,
      })
    : phrase('{name} in this account already has this plate. Use that car, or check the plate.', {
        name,
      })
  throw Conflict.at(`${prefix}${sameVin ? 'vin' : 'licensePlate'}`, message)
}
