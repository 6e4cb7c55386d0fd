import { db } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import { oilDataFor } from '../oil-data.ts'

/** Stores a customer's vehicle with the oil data the server finds; returns its id. Throws Invalid, see oilDataFor. */
export async function addVehicle(customerId: string, form: VehicleForm): Promise<string> {
  const oilData = await oilDataFor(form)
  const [added] = await db()
    .insert(vehicles)
    .values({ ...form, ...oilData, customerId, licensePlate: plateAsShown(form.licensePlate) })
    .returning({ id: vehicles.id })
  if (!added) throw new Error('The new vehicle was not stored.')
  return added.id
}

const plateAsShown = (plate: string) => plate.toUpperCase().replace(/\s+/g, ' ')
