import { and, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { places } from '#server/database/tables/customers.ts'
import { NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

/** Removes a saved place. Throws NotFound unless it is the customer's. */
export async function removePlace(customerId: string, id: string): Promise<void> {
  const removed = await db()
    .delete(places)
    .where(and(eq(places.id, id), eq(places.customerId, customerId)))
    .returning({ id: places.id })
  if (removed.length === 0) throw new NotFound(phrase('This place is not saved any more.'))
}
