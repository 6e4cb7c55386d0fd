import { type Rating, ratingsOf } from '#server/features/reviews/queries/ratings.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'

/** How whoever comes is rated, for the customer of the visit; null without reviews, and once it is over. */
export async function ratingOfTechnician({ technicianId, status }: Job): Promise<Rating | null> {
  if (!technicianId || !isActiveJob(status)) return null
  const ratings = await ratingsOf([technicianId])
  return ratings.get(technicianId) ?? null
}
