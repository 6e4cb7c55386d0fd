import { db, transaction } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import { assertOnlyCar } from './assert-only-car.ts'
import type { OilColumns } from '../oil-data.ts'

/**
 * Stores a customer's vehicle with the oil data the server determined; returns its id. Throws Conflict when another of their
 * vehicles has its plate or VIN; `prefix` is put before the error's field paths.
 */
export async function addVehicle(
  customerId: string,
  form: VehicleForm,
  oilData: OilColumns,
  prefix = '',
): Promise<string> {
  return transaction(async () => {
    await assertOnlyCar(customerId, form, { prefix })
    const [added] = await db()
      .insert(vehicles)
      .values({ ...form, ...oilData, customerId, licensePlate: plateAsShown(form.licensePlate) })
      .returning({ id: vehicles.id })
    if (!added) throw new Error('The new vehicle was not stored.')
    return added.id
  })
}

export const plateAsShown = (plate: string) => plate.toUpperCase().replace(/\s+/g, ' ')
