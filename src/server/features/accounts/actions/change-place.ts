import { and, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { places } from '#server/database/tables/customers.ts'
import { locateAddress } from '#server/features/service-area/queries.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Place, PlaceForm } from '#shared/contract/places.ts'
import { phrase } from '#shared/texts/t.ts'
import { toPlace } from '../queries/places.ts'

/** Changes a saved place. Throws NotFound unless it is the customer's, Invalid when the address does not exist. */
export async function changePlace(
  customerId: string,
  id: string,
  { name, address, accessNotes = '' }: PlaceForm,
): Promise<Place> {
  const { serviceAddress } = await locateAddress(address, 'address')
  const [row] = await db()
    .update(places)
    .set({ name, address: serviceAddress, accessNotes })
    .where(and(eq(places.id, id), eq(places.customerId, customerId)))
    .returning()
  if (!row) throw new NotFound(phrase('This place is not saved any more.'))
  return toPlace(row)
}
