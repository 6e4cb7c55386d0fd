import { and, eq, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { hasActiveJob, ownedBy } from '../queries.ts'

/** Deletes a vehicle so that an admin can recover it. Throws NotFound, or Conflict while a visit is ahead or under way. */
export async function deleteVehicle(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const wanted = and(eq(vehicles.id, id), isNull(vehicles.deletedAt), ownedBy(person))
    // A booking refers to the vehicle's row: the lock makes us see it, or makes it wait and see us.
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
