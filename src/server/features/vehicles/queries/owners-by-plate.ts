import { queryRows } from '#server/database/database.ts'
import { barePlate } from '../assert-only-car.ts'

const fewestLetters = 3
const mostOwners = 500

/** Whose cars have these letters in their plate or VIN; nobody for less than three letters, 500 at most. */
export async function ownersByPlate(letters: string): Promise<string[]> {
  const plate = barePlate(letters)
  if (plate.length < fewestLetters) return []
  const rows = await queryRows<{ id: string }>(statement, [`%${plate}%`])
  return rows.map(({ id }) => id)
}

// The expression of the index `vehicles_search`; it must be written exactly like this to be used.
const statement = {
  name: 'owners-by-plate',
  text: `select distinct customer_id as id from vehicles
    where deleted_at is null and (regexp_replace(upper(license_plate), '[^A-Z0-9]', '', 'g') || ' ' || coalesce(vin, '')) like $1
    limit ${mostOwners}`,
}
