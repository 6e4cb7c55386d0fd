import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { erasedExcept } from '#server/database/erasing.ts'
import { reviews } from '#server/database/tables/reviews.ts'

/** Erases the comments in a customer's reviews; the stars stay, because they are the technician's rating. */
export async function eraseComments(customerId: string): Promise<void> {
  await db().update(reviews).set(erasedReview).where(eq(reviews.customerId, customerId))
}

const erasedReview = erasedExcept(
  reviews,
  'id',
  'jobId',
  'customerId',
  'technicianId',
  'rating',
  'createdAt',
)

/** Transfers one customer's reviews to another. */
export async function mergeReviews(fromId: string, toId: string): Promise<void> {
  await db().update(reviews).set({ customerId: toId }).where(eq(reviews.customerId, fromId))
}
