import { eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { erasedExcept } from '#server/database/erasing.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'

/** Deletes a customer's vehicles, and permanently removes plates and VINs; what remains does not identify the owner. */
export async function eraseVehicles(customerId: string): Promise<void> {
  await transaction(async () => {
    const own = eq(vehicles.customerId, customerId)
    // A concurrent booking waits for this lock, or we wait for the booking.
    await db().select({ id: vehicles.id }).from(vehicles).where(own).for('update')
    await db()
      .update(vehicles)
      .set({
        ...erasedVehicle,
        deletedAt: sql`coalesce(${vehicles.deletedAt}, ${now()})`,
      })
      .where(own)
  })
}

const erasedVehicle = erasedExcept(
  vehicles,
  'id',
  'customerId',
  'make',
  'model',
  'year',
  'trim',
  'engine',
  'fuel',
  'oilType',
  'oilCapacity',
  'recommendedServiceLevel',
  'capacitySource',
  'confidence',
  'createdAt',
  'touchedAt',
)
