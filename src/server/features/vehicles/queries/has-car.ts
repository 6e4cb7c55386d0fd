import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { barePlate } from '../assert-only-car.ts'
import { isMeant } from './search-vehicles.ts'

const fewestLetters = 3

/**
 * Condition on somebody's id: a car of theirs has these letters in its plate, or begins or ends its VIN with them.
 * Undefined for less than three letters. The cars are gathered once, by their index, before anybody is looked at.
 */
export function hasCar(ownerId: SQL, letters: string): SQL | undefined {
  const plate = barePlate(letters)
  if (plate.length < fewestLetters) return undefined
  return sql`${ownerId} = any(array(select ${vehicles.customerId} from ${vehicles}
    where ${and(isNull(vehicles.deletedAt), isMeant(plate))}))`
}
