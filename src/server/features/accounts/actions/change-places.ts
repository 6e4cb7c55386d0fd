import { and, eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { places } from '#server/database/tables/customers.ts'
import { locateAddress } from '#server/features/service-area/queries.ts'
import { NotFound, Conflict } from '#server/http/errors.ts'
import type { Place, PlaceForm } from '#shared/contract/places.ts'
import { phrase } from '#shared/texts/t.ts'
import { toPlace } from '../queries.ts'
import { now } from '#server/base/clock.ts'
import { users } from '#server/database/tables/users.ts'
import { maxPlaces } from '#shared/rules/places.ts'

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
  if (!row) throw new NotFound(phrase('This place is no longer saved.'))
  return toPlace(row)
}

/** Saves an address under a name. Throws Invalid when the address does not exist, Conflict when there are too many. */
export async function addPlace(customerId: string, form: PlaceForm): Promise<Place> {
  const { name, accessNotes = '' } = form
  const { serviceAddress: address } = await locateAddress(form.address, 'address')
  return transaction(async () => {
    // The lock makes concurrent calls count each other's place.
    await db().select().from(users).where(eq(users.id, customerId)).for('no key update')
    if ((await db().$count(places, eq(places.customerId, customerId))) >= maxPlaces)
      throw new Conflict(
        phrase('You have {count} saved places. Please remove one first.', { count: maxPlaces }),
      )
    const [row] = await db()
      .insert(places)
      .values({ customerId, name, address, accessNotes, createdAt: now() })
      .returning()
    if (!row) throw new Error('The place was not saved.')
    return toPlace(row)
  })
}

/** Removes a saved place. Throws NotFound unless it is the customer's. */
export async function removePlace(customerId: string, id: string): Promise<void> {
  const removed = await db()
    .delete(places)
    .where(and(eq(places.id, id), eq(places.customerId, customerId)))
    .returning({ id: places.id })
  if (removed.length === 0) throw new NotFound(phrase('This place is no longer saved.'))
}
