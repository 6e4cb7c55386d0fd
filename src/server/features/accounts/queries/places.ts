import { asc, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { places } from '#server/database/tables/customers.ts'
import type { Place } from '#shared/contract/places.ts'

type Row = typeof places.$inferSelect

/** A customer's saved places, oldest first. */
export async function placesOf(customerId: string): Promise<Place[]> {
  const rows = await db()
    .select()
    .from(places)
    .where(eq(places.customerId, customerId))
    .orderBy(asc(places.createdAt), asc(places.id))
  return rows.map(toPlace)
}

export const toPlace = ({ id, name, address, accessNotes }: Row): Place => ({
  id,
  name,
  address,
  accessNotes,
})
