import { and, eq, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import type { Vehicle, VehicleChange } from '#shared/contract/vehicles.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { oilDataFor } from '../oil-data.ts'
import { hasActiveJob, ownedBy, vehicleFor } from '../queries.ts'
import { assertOnlyCar } from './assert-only-car.ts'
import { plateAsShown } from './add-vehicle.ts'
import { vehicleSaved } from './vehicle-saved.ts'

/**
 * Corrects a vehicle, and determines its oil data again if it becomes a different car. May call outside services, so never
 * call it in a transaction. Throws NotFound, Invalid for another car's VIN, Conflict when it was changed in the meantime,
 * when another car has the plate or VIN, or when a booked visit would be left without an oil to change.
 */
export async function changeVehicle(
  person: Person,
  id: string,
  change: VehicleChange,
): Promise<void> {
  const before = await vehicleFor(person, id)
  const { licensePlate = before.licensePlate } = change
  const car = {
    make: change.make ?? before.make,
    model: change.model ?? before.model,
    year: change.year ?? before.year,
    vin: (change.vin === undefined ? before.vin : change.vin) ?? undefined,
  }
  const isOther = !isSameCar(before, car)
  const oilData = !isOther ? {} : await oilDataFor({ ...car, licensePlate })
  const needsOil = !('oilType' in oilData) || oilData.oilType !== null
  await transaction(async () => {
    // Locks the customer before the vehicle, in the same order as a booking.
    if (change.licensePlate !== undefined || change.vin)
      await assertOnlyCar(before.customerId, { ...car, licensePlate }, { id })
    const wanted = and(eq(vehicles.id, id), isNull(vehicles.deletedAt), ownedBy(person))
    // A booking locks the vehicle's row too: either we see the booking, or it waits and sees our change.
    const [row] = await db().select().from(vehicles).where(wanted).for('update')
    if (!row) throw new NotFound(phrase('Vehicle not found.'))
    if (isOther && !isSameCar(before, row))
      throw new Conflict(phrase('This vehicle has just changed. Please check it again.'))
    const [active] = await db().select({ hasActiveJob }).from(vehicles).where(wanted)
    if (!needsOil && active?.hasActiveJob)
      throw new Conflict(
        phrase(
          "A visit is booked for this vehicle, and a car without engine oil doesn't need one. Please cancel the visit first.",
        ),
      )
    const { make, model, year } = car
    // Fields not sent may have changed in the meantime.
    const corrected = {
      ...(isOther && { make, model, year, ...oilData }),
      ...(change.licensePlate !== undefined && { licensePlate: plateAsShown(licensePlate) }),
    }
    if (Object.keys(corrected).length === 0) return
    await db()
      .update(vehicles)
      .set({ ...corrected, touchedAt: now() })
      .where(wanted)
    await vehicleSaved(person, row.customerId, { vehicleId: id, what: 'changed' })
  })
}

type Car = Pick<Vehicle, 'make' | 'model' | 'year'> & { vin?: string | null }

const isSameCar = (one: Car, other: Car) =>
  one.make === other.make &&
  one.model === other.model &&
  one.year === other.year &&
  (one.vin ?? null) === (other.vin ?? null)
