import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { reviews } from '#server/database/tables/reviews.ts'

/** Gives one customer the reviews of another. */
export async function mergeReviews(fromId: string, toId: string): Promise<void> {
  await db().update(reviews).set({ customerId: toId }).where(eq(reviews.customerId, fromId))
}
