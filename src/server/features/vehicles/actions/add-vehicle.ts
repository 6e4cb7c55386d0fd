import { db } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import type { OilColumns } from '../oil-data.ts'

/** Stores a customer's vehicle with the oil data the server found; returns its id. */
export async function addVehicle(
  customerId: string,
  form: VehicleForm,
  oilData: OilColumns,
): Promise<string> {
  const [added] = await db()
    .insert(vehicles)
    .values({ ...form, ...oilData, customerId, licensePlate: plateAsShown(form.licensePlate) })
    .returning({ id: vehicles.id })
  if (!added) throw new Error('The new vehicle was not stored.')
  return added.id
}

export const plateAsShown = (plate: string) => plate.toUpperCase().replace(/\s+/g, ' ')
