import { and, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { findHouse } from '#server/features/service-area/queries.ts'

/**
 * Stores the house's coordinates for a visit in place of its ZIP code's; those stay if no map has the house. Throws
 * GeocoderUnavailable, to be retried.
 */
export async function locateVisit(jobId: string): Promise<void> {
  const [visit] = await db()
    .select({ serviceAddress: jobs.serviceAddress })
    .from(jobs)
    .where(eq(jobs.id, jobId))
  if (!visit?.serviceAddress) return
  const coordinates = await findHouse(visit.serviceAddress)
  if (!coordinates) return
  // The address may have been changed or erased during the lookup.
  await db()
    .update(jobs)
    .set(coordinates)
    .where(and(eq(jobs.id, jobId), eq(jobs.serviceAddress, visit.serviceAddress)))
}
