import { eq, inArray, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { whileErasing } from '#server/database/while-erasing.ts'
import { jobEvents } from '#server/database/tables/job-events.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { jobs } from '#server/database/tables/jobs.ts'

/** Removes where a customer's visits were, all notes and reasons; the visits themselves stay. */
export async function eraseVisitDetails(customerId: string): Promise<void> {
  await transaction(async () => {
    const own = await db()
      .update(jobs)
      .set({
        serviceAddress: '',
        accessNotes: '',
        latitude: null,
        longitude: null,
        customerNotes: '',
        technicianNotes: '',
        cancelReason: null,
        notDoneNote: '',
      })
      .where(eq(jobs.customerId, customerId))
      .returning({ id: jobs.id })
    if (own.length === 0) return
    const ids = own.map(({ id }) => id)
    await db().delete(unsentWork).where(inArray(unsentWork.jobId, ids))
    // The one change a history ever gets: what is in people's own words goes.
    await whileErasing(() =>
      db()
        .update(jobEvents)
        .set({
          data: sql`${jobEvents.data} - 'reason' - 'description' - 'words' - 'note' - 'leftOut' - 'freed' - 'billedEmail'
          #- '{from,description}' #- '{to,description}'
          #- '{from,serviceAddress}' #- '{to,serviceAddress}' #- '{from,accessNotes}' #- '{to,accessNotes}'
          #- '{from,customerNotes}' #- '{to,customerNotes}'`,
        })
        .where(inArray(jobEvents.jobId, ids)),
    )
  })
}
