import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { happened } from '#server/events/happened.ts'
import { recordOfCustomer } from '#server/features/accounts/actions/record-of-customer.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase } from '#shared/texts/t.ts'
import { assertOnlyCar } from '../assert-only-car.ts'

/**
 * Brings a deleted vehicle back into its customer's account. Throws NotFound, also for one of an erased customer;
 * Conflict when it is back already, or when another of theirs has its plate or VIN.
 */
export async function recoverVehicle(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const [known] = await db()
      .select({ vehicle: vehicles })
      .from(vehicles)
      .innerJoin(users, eq(users.id, vehicles.customerId))
      .where(and(eq(vehicles.id, id), eq(users.role, 'customer'), isNull(users.anonymizedAt)))
    if (!known) throw new NotFound(phrase('Vehicle not found.'))
    const { customerId, licensePlate, vin } = known.vehicle
    // Before the car is changed: it holds the customer, so that nobody erases or merges them meanwhile.
    await assertOnlyCar(customerId, { licensePlate, vin: vin ?? undefined }, { id })
    const [back] = await db()
      .update(vehicles)
      .set({ deletedAt: null, touchedAt: now() })
      .where(
        and(
          eq(vehicles.id, id),
          eq(vehicles.customerId, customerId),
          isNotNull(vehicles.deletedAt),
          eq(vehicles.licensePlate, licensePlate),
        ),
      )
      .returning()
    if (!back) throw new Conflict(phrase('This vehicle has been recovered already.'))
    await recordOfCustomer({
      customerId,
      by: person.id,
      kind: 'vehicle_recovered',
      data: { vehicleId: id },
    })
    await happened({
      event: 'vehicle_recovered',
      by: person.id,
      personId: customerId,
      data: { vehicleId: id, vehicle: vehicleName(back) },
    })
  })
}
