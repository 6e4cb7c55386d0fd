import { randomUUID } from 'node:crypto'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import type { Person } from '#shared/rules/roles.ts'
import { plateAsShown } from './add-vehicle.ts'
import type { DescribedVehicle } from './find-or-add-vehicle.ts'

/** `miles` is what the odometer shows today, where that is known. */
type NewVehicle = { customerId: string; car: DescribedVehicle; miles: number | null }

/**
 * Stores many vehicles at once, in the current transaction, in which their owners are locked and none of them has that
 * car. Answers the ids in the same order.
 */
export async function addVehicles(person: Person, all: readonly NewVehicle[]): Promise<string[]> {
  if (all.length === 0) return []
  const rows = all.map(({ customerId, car: { form, oilData } }, n) => ({
    ...form,
    ...oilData,
    id: randomUUID() as string,
    customerId,
    licensePlate: plateAsShown(form.licensePlate),
    // One after another, as they were written.
    createdAt: new Date(now().getTime() + n),
  }))
  await db().insert(vehicles).values(rows)
  const read = rows.flatMap(({ id }, n) => {
    const miles = all[n]?.miles ?? null
    return miles === null
      ? []
      : [{ vehicleId: id, miles, readBy: person.id, readOn: businessToday() }]
  })
  if (read.length > 0) await db().insert(odometerReadings).values(read)
  return rows.map(({ id }) => id)
}
