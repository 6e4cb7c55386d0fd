import { z } from 'zod'
import { services } from '#server/adapters/services.ts'
import { enqueueAll } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { locateVisit } from './actions/locate-visit.ts'

/** Tried for most of a day while the map does not answer; until then a visit is where its ZIP code is. */
const locateVisitTask = defineTask('locate-visit', {
  schema: z.object({ jobId: z.uuid() }),
  retryLimit: 24,
  retryDelay: 30,
  handler: ({ jobId }) => locateVisit(jobId),
})

/** Has visits found on the map that have got an address, in the current transaction; nothing without a map. */
export async function locateVisitsLater(visits: readonly { id: string }[]): Promise<void> {
  if (!services().geocoder) return
  await enqueueAll(
    locateVisitTask,
    visits.map(({ id }) => ({ data: { jobId: id } })),
  )
}
