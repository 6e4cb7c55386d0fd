import { and, isNull } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { barePlate } from '../assert-only-car.ts'
import { isMeant } from './search-vehicles.ts'

const fewestLetters = 3
const mostOwners = 500

/** Whose cars have these letters in their plate, or begin or end their VIN with them; nobody for less than three, 500 at most. */
export async function ownersByPlate(letters: string): Promise<string[]> {
  const plate = barePlate(letters)
  if (plate.length < fewestLetters) return []
  const rows = await db()
    .selectDistinct({ id: vehicles.customerId })
    .from(vehicles)
    .where(and(isNull(vehicles.deletedAt), isMeant(plate)))
    .limit(mostOwners)
  return rows.map(({ id }) => id)
}
