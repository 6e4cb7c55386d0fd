import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { reviews } from '#server/database/tables/reviews.ts'

/** Transfers one customer's reviews to another. */
export async function mergeReviews(fromId: string, toId: string): Promise<void> {
  await db().update(reviews).set({ customerId: toId }).where(eq(reviews.customerId, fromId))
}
