import { and, eq, inArray } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { jobMoves } from '#shared/rules/jobs.ts'
import { recordJobEvent } from '../change-job.ts'

/** Puts a technician's jobs that have not started back into the queue, in the name of `actorId`. */
export async function releaseJobsOf(technicianId: string, actorId: string): Promise<void> {
  await transaction(async () => {
    const released = await db()
      .update(jobs)
      .set({ status: jobMoves.unassign.to, technicianId: null })
      .where(
        and(eq(jobs.technicianId, technicianId), inArray(jobs.status, [...jobMoves.start.from])),
      )
      .returning({ id: jobs.id })
    for (const { id } of released) await recordJobEvent(id, actorId, 'unassigned', { technicianId })
  })
}
