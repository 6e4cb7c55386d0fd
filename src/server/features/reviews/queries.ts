import { eq, sql, and, asc, isNotNull, isNull, ne } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, queryRow } from '#server/database/database.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { users } from '#server/database/tables/users.ts'
import type { Review } from '#shared/contract/admin.ts'
import type { FrontPage } from '#shared/contract/reviews.ts'
import { nameParts } from '#shared/rules/name-parts.ts'
import { portraitUrl } from '#shared/rules/photos.ts'
import { ratingsOf } from '#server/reads/ratings.ts'

/** A guest who booked with an account's e-mail reviews under the name they typed, the visit's contact. */
const author = {
  firstName: users.firstName,
  lastName: users.lastName,
  contactName: sql<string | null>`(select j.contact_name from jobs j where j.id = ${reviews.jobId}
    and exists (select from guest_links g where g.job_id = j.id and g.network <> ''))`,
}

/** The newest reviews, overall or of one technician; erased customers have no name. */
export async function recentReviews(limit: number, technicianId?: string): Promise<Review[]> {
  const rows = await db()
    .select({
      id: reviews.id,
      rating: reviews.rating,
      comment: reviews.comment,
      createdAt: reviews.createdAt,
      ...author,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.customerId))
    .where(technicianId ? eq(reviews.technicianId, technicianId) : undefined)
    // Matches the indexes, which a plain `desc` does not.
    .orderBy(sql`${reviews.createdAt} desc nulls last`, sql`${reviews.id} desc`)
    .limit(limit)
  return rows.map(({ firstName, lastName, contactName, createdAt, ...review }) => ({
    ...review,
    customerName: contactName || `${firstName} ${lastName}`.trim(),
    createdAt: createdAt.toISOString(),
  }))
}

// With this many reviews the mean may be a minute old, as with payments.
const large = 10_000
const cacheMs = 60_000
let cached: { until: number; answer: Mean } | undefined
type Mean = { count: number; mean: number | null }

/** The number of reviews and their mean with one decimal; above 10,000 up to a minute old. */
export async function meanOfReviews(): Promise<Mean> {
  const at = now().getTime()
  if (cached && at < cached.until) return cached.answer
  const row = await queryRow<{ count: number; mean: string | null }>({
    name: 'mean-of-reviews',
    text: 'select count(*)::int as count, round(avg(rating), 1)::text as mean from reviews',
  })
  const { count = 0, mean = null } = row ?? {}
  const answer = { count, mean: mean === null ? null : Number(mean) }
  cached = count > large ? { until: at + cacheMs, answer } : undefined
  return answer
}

const shownReviews = 3
const shownTechnicians = 6

/** Facts about the business on its public page; none is made up. */
export async function frontPage(): Promise<FrontPage> {
  const [published, team] = await Promise.all([publishedReviews(), technicians()])
  return { reviews: published, technicians: team }
}

async function publishedReviews(): Promise<FrontPage['reviews']> {
  const rows = await db()
    .select({
      id: reviews.id,
      rating: reviews.rating,
      comment: reviews.comment,
      ...author,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.customerId))
    // Written like its index.
    .where(sql`${reviews.mayPublish} and ${reviews.rating} >= 4 and ${reviews.comment} <> ''`)
    .orderBy(sql`${reviews.createdAt} desc nulls last`, sql`${reviews.id} desc nulls last`)
    .limit(shownReviews)
  return rows.map(({ contactName, firstName, lastName, ...review }) => {
    const name = contactName ? nameParts(contactName) : { firstName, lastName }
    return {
      ...review,
      name: [name.firstName, initialOf(name.lastName)].filter(Boolean).join(' '),
    }
  })
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
