import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { reviews } from '#server/database/tables/reviews.ts'

/** Removes a customer's words from their reviews; the stars stay, for they are the technician's rating. */
export async function eraseComments(customerId: string): Promise<void> {
  await db()
    .update(reviews)
    .set({ comment: '', mayPublish: false })
    .where(eq(reviews.customerId, customerId))
}
