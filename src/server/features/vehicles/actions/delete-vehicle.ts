import { and, eq, isNull, isNotNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { hasActiveJob, ownedBy } from '../queries.ts'
import { users } from '#server/database/tables/users.ts'
import { recordOfCustomer } from '#server/features/accounts/actions/record-of-customer.ts'
import { vehicleNameToStore } from '#shared/rules/vehicle-names.ts'
import { assertOnlyCar } from './assert-only-car.ts'

/** Deletes a vehicle; an admin can recover it. Throws NotFound, or Conflict while a visit is upcoming or under way. */
export async function deleteVehicle(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const wanted = and(eq(vehicles.id, id), isNull(vehicles.deletedAt), ownedBy(person))
    // A booking locks the vehicle's row too: either we see the booking, or it waits and sees the deletion.
    const [found] = await db()
      .select({ id: vehicles.id, personId: vehicles.customerId })
      .from(vehicles)
      .where(wanted)
      .for('update')
    if (!found) throw new NotFound(phrase('Vehicle not found.'))
    const [vehicle] = await db().select({ hasActiveJob }).from(vehicles).where(wanted)
    if (vehicle?.hasActiveJob)
      throw new Conflict(
        phrase(
          'This vehicle has active service appointments. You cannot delete it until those services are completed.',
        ),
      )
    await db().update(vehicles).set({ deletedAt: now(), touchedAt: now() }).where(wanted)
    const { personId } = found
    await happened({ event: 'vehicle_deleted', by: person.id, personId, data: { vehicleId: id } })
  })
}

/**
 * Restores a deleted vehicle to its customer's account. Throws NotFound, also for an erased customer's; Conflict when it is
 * already restored, or another of their vehicles has its plate or VIN.
 */
export async function recoverVehicle(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const [known] = await db()
      .select({ vehicle: vehicles })
      .from(vehicles)
      .innerJoin(users, eq(users.id, vehicles.customerId))
      .where(and(eq(vehicles.id, id), eq(users.role, 'customer'), isNull(users.anonymizedAt)))
    if (!known) throw new NotFound(phrase('Vehicle not found.'))
    const { customerId, licensePlate, vin, unitNumber } = known.vehicle
    // First, because it locks the customer against a concurrent erasure or merge.
    await assertOnlyCar(customerId, { licensePlate, vin: vin ?? undefined }, { id })
    // Its number at its company may have gone to another car.
    const sameUnit = and(
      eq(vehicles.customerId, customerId),
      eq(vehicles.unitNumber, unitNumber),
      isNull(vehicles.deletedAt),
    )
    const isTaken = (await db().$count(vehicles, sameUnit)) > 0
    const [back] = await db()
      .update(vehicles)
      .set({ deletedAt: null, touchedAt: now(), ...(isTaken && { unitNumber: '' }) })
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
      data: { vehicleId: id, vehicle: vehicleNameToStore(back) },
    })
  })
}
