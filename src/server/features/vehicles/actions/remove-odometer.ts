import { and, eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { vehicleFor } from '../queries.ts'
import { vehicleSaved } from './vehicle-saved.ts'

/**
 * Removes what was noted of a business-local date; what a technician measured stays with the visit. Throws NotFound
 * without such a reading.
 */
export async function removeOdometer(person: Person, vehicleId: string, date: string) {
  await transaction(async () => {
    const { id, customerId } = await vehicleFor(person, vehicleId)
    const removed = await db()
      .delete(odometerReadings)
      .where(and(eq(odometerReadings.vehicleId, id), eq(odometerReadings.readOn, date)))
      .returning({ one: sql`1` })
    if (removed.length === 0) throw new NotFound(phrase('There is no reading of this day.'))
    await db().update(vehicles).set({ touchedAt: now() }).where(eq(vehicles.id, id))
    await vehicleSaved(person, customerId, { vehicleId, what: 'odometer' })
  })
}
