import { eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { erasedExcept } from '#server/database/erasing.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'

/** Deletes a customer's vehicles, plates and VINs for good; what stays says which car it was, not whose. */
export async function eraseVehicles(customerId: string): Promise<void> {
  await transaction(async () => {
    const own = eq(vehicles.customerId, customerId)
    // The lock that a booking waits for, and the other way round.
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
