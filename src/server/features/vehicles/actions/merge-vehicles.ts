import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { sameCarsOf } from '../queries.ts'

/**
 * Transfers all cars of one customer to another, including deleted ones. Where both have the same car, the merged one is
 * deleted and its readings transferred. Returns the remaining car's id by the deleted one's; the caller must transfer
 * visits.
 */
export async function mergeVehicles(fromId: string, toId: string): Promise<Map<string, string>> {
  return transaction(async () => {
    // Concurrent bookings wait for this lock, or we wait for them; odometer readings don't.
    await db()
      .select({ id: vehicles.id })
      .from(vehicles)
      .where(inArray(vehicles.customerId, [fromId, toId]))
      .orderBy(vehicles.id)
      .for('no key update')
    const same = await sameCarsOf(fromId, toId)
    for (const { merged, kept } of same) await mergeReadings(merged, kept)
    const gone = same.map(({ merged }) => merged)
    if (gone.length > 0)
      await db()
        .update(vehicles)
        .set({ deletedAt: now() })
        .where(and(inArray(vehicles.id, gone), isNull(vehicles.deletedAt)))
    await db().update(vehicles).set({ customerId: toId }).where(eq(vehicles.customerId, fromId))
    await db()
      .update(odometerReadings)
      .set({ readBy: toId })
      .where(eq(odometerReadings.readBy, fromId))
    return new Map(same.map(({ merged, kept }) => [merged, kept]))
  })
}

/** Where both cars have a reading of a day, the remaining car keeps its own. */
async function mergeReadings(fromId: string, toId: string): Promise<void> {
  await db()
    .update(odometerReadings)
    .set({ vehicleId: toId })
    .where(
      and(
        eq(odometerReadings.vehicleId, fromId),
        sql`not exists (select from odometer_readings other
          where other.vehicle_id = ${toId}::uuid and other.read_on = ${odometerReadings.readOn})`,
      ),
    )
}
