import { and, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { findHouse } from '#server/features/service-area/queries.ts'
import { fetchDrivesOfVisit } from '#server/reads/fetch-drives.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { z } from 'zod'
import { services } from '#server/adapters/services.ts'
import { enqueueAll } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'

/**
 * Stores the house's coordinates for a visit in place of its ZIP code's; those stay if no map has the house. Throws
 * GeocoderUnavailable, to be retried.
 */
async function locateVisit(jobId: string): Promise<void> {
  const [visit] = await db()
    .select({ serviceAddress: jobs.serviceAddress })
    .from(jobs)
    .where(eq(jobs.id, jobId))
  if (!visit?.serviceAddress) return
  const coordinates = await findHouse(visit.serviceAddress)
  if (!coordinates) return
  // The address may have been changed or erased during the lookup.
  const [located] = await db()
    .update(jobs)
    .set(coordinates)
    .where(and(eq(jobs.id, jobId), eq(jobs.serviceAddress, visit.serviceAddress)))
    .returning()
  if (!located) return
  slotsChanged(located.serviceDate)
  fetchDrivesOfVisit(located)
}

/** Retries for most of a day while the map is unavailable; until then the visit has its ZIP code's coordinates. */
const locateVisitTask = defineTask('locate-visit', {
  schema: z.object({ jobId: z.uuid() }),
  retryLimit: 24,
  retryDelay: 30,
  handler: ({ jobId }) => locateVisit(jobId),
})

/** Queues locating visits with a new address, in the current transaction; does nothing without a geocoder. */
export async function locateVisitsLater(visits: readonly { id: string }[]): Promise<void> {
  if (!services().geocoder) return
  await enqueueAll(
    locateVisitTask,
    visits.map(({ id }) => ({ data: { jobId: id } })),
  )
}
