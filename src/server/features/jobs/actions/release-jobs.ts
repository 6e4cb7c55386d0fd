import { and, eq, inArray } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { endTalk } from '#server/features/chat/actions/end-talk.ts'
import { tellSockets } from '#server/features/chat/actions/tell-sockets.ts'
import { jobMoves, notStartedStatuses } from '#shared/rules/jobs.ts'
import { recordJobEvent } from '../change-job.ts'

/** Puts a technician's jobs that have not started back into the queue, in the name of `actorId`. */
export async function releaseJobsOf(technicianId: string, actorId: string): Promise<void> {
  await transaction(async () => {
    const released = await db()
      .update(jobs)
      .set({ status: jobMoves.unassign.to, technicianId: null })
      .where(
        and(eq(jobs.technicianId, technicianId), inArray(jobs.status, [...notStartedStatuses])),
      )
      .returning({ id: jobs.id, customerId: jobs.customerId })
    for (const job of released) {
      await endTalk(job, actorId, 'reassigned')
      await tellSockets('job', job, { also: technicianId })
      await recordJobEvent(job.id, actorId, 'unassigned', { technicianId })
    }
  })
}
