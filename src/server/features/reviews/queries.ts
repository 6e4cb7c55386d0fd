import { desc, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { users } from '#server/database/tables/users.ts'
import type { Review } from '#shared/contract/admin.ts'

/** The newest reviews; a customer who was anonymized has no name any more. */
export async function recentReviews(limit: number): Promise<Review[]> {
  const rows = await db()
    .select({
      id: reviews.id,
      rating: reviews.rating,
      comment: reviews.comment,
      createdAt: reviews.createdAt,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.customerId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit)
  return rows.map(({ firstName, lastName, createdAt, ...review }) => ({
    ...review,
    customerName: `${firstName} ${lastName}`.trim(),
    createdAt: createdAt.toISOString(),
  }))
}
