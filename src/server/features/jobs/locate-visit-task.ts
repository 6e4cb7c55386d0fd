import { z } from 'zod'
import { services } from '#server/adapters/services.ts'
import { enqueueAll } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { locateVisit } from './actions/locate-visit.ts'

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
