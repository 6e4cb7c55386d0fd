import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { users } from '#server/database/tables/users.ts'
import type { FrontPage } from '#shared/contract/reviews.ts'
import { portraitUrl } from '#shared/rules/photos.ts'
import { ratingsOf } from '#server/reads/ratings.ts'

const shownReviews = 3
const shownTechnicians = 6

/** What the public page shows about the business: nothing that was not written, agreed to or earned. */
export async function frontPage(): Promise<FrontPage> {
  const [said, team] = await Promise.all([publishedReviews(), technicians()])
  return { reviews: said, technicians: team }
}

async function publishedReviews(): Promise<FrontPage['reviews']> {
  const rows = await db()
    .select({
      id: reviews.id,
      rating: reviews.rating,
      comment: reviews.comment,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.customerId))
    // Written like its index.
    .where(sql`${reviews.mayPublish} and ${reviews.rating} >= 4 and ${reviews.comment} <> ''`)
    .orderBy(sql`${reviews.createdAt} desc nulls last`, sql`${reviews.id} desc nulls last`)
    .limit(shownReviews)
  return rows.map(({ firstName, lastName, ...review }) => ({
    ...review,
    name: [firstName, initialOf(lastName)].filter(Boolean).join(' '),
  }))
}

const initialOf = (name: string) => {
  const [first] = name.trim()
  return first && `${first.toUpperCase()}.`
}

/** Active technicians, those with a picture first. */
async function technicians(): Promise<FrontPage['technicians']> {
  const rows = await db()
    .select({ id: users.id, firstName: users.firstName, photoId: users.photoId })
    .from(users)
    .where(
      and(
        eq(users.role, 'technician'),
        isNotNull(users.approvedAt),
        isNull(users.deactivatedAt),
        isNull(users.anonymizedAt),
        ne(users.firstName, ''),
      ),
    )
    .orderBy(sql`${users.photoId} is null`, asc(users.approvedAt), asc(users.id))
    .limit(shownTechnicians)
  const ratings = await ratingsOf(rows.map(({ id }) => id))
  return rows.map(({ id, firstName, photoId }) => ({
    firstName,
    photoUrl: photoId && portraitUrl(photoId),
    rating: ratings.get(id) ?? null,
  }))
}
