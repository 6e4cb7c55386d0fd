import { and, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { findHouse } from '#server/features/service-area/queries.ts'

/**
 * Puts a visit where its house is, in place of the center of its ZIP code, which stays where no map has the house.
 * Throws GeocoderUnavailable, to be tried again.
 */
export async function locateVisit(jobId: string): Promise<void> {
  const [visit] = await db()
    .select({ serviceAddress: jobs.serviceAddress })
    .from(jobs)
    .where(eq(jobs.id, jobId))
  if (!visit?.serviceAddress) return
  const coordinates = await findHouse(visit.serviceAddress)
  if (!coordinates) return
  // The address may have been changed or erased while the map was asked.
  await db()
    .update(jobs)
    .set(coordinates)
    .where(and(eq(jobs.id, jobId), eq(jobs.serviceAddress, visit.serviceAddress)))
}
