import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { places } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { locateAddress } from '#server/features/service-area/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Place, PlaceForm } from '#shared/contract/places.ts'
import { mostPlaces } from '#shared/rules/places.ts'
import { phrase } from '#shared/texts/t.ts'
import { toPlace } from '../queries/places.ts'

/** Saves an address under a name. Throws Invalid when the address does not exist, Conflict when there are too many. */
export async function addPlace(customerId: string, form: PlaceForm): Promise<Place> {
  const { name, accessNotes = '' } = form
  const { serviceAddress: address } = await locateAddress(form.address, 'address')
  return transaction(async () => {
    // The lock makes concurrent calls count each other's place.
    await db().select().from(users).where(eq(users.id, customerId)).for('no key update')
    if ((await db().$count(places, eq(places.customerId, customerId))) >= mostPlaces)
      throw new Conflict(
        phrase('You have {count} saved places. Please remove one first.', { count: mostPlaces }),
      )
    const [row] = await db()
      .insert(places)
      .values({ customerId, name, address, accessNotes, createdAt: now() })
      .returning()
    if (!row) throw new Error('The place was not saved.')
    return toPlace(row)
  })
}
