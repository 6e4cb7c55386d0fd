import { and, eq, inArray } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { happened } from '#server/events/happened.ts'
import { jobTransitions } from '#shared/rules/job-transitions.ts'
import { notStartedStatuses } from '#shared/rules/jobs.ts'
import { readTheseJobs } from '#server/reads/visits.ts'

/** Returns a technician's jobs that have not started to the queue, on behalf of `actorId`; null for the command line. */
export async function releaseJobsOf(technicianId: string, actorId: string | null): Promise<void> {
  await transaction(async () => {
    const released = await db()
      .update(jobs)
      .set({
        status: jobTransitions.unassign.to,
        technicianId: null,
        technicianLost: true,
        technicianLock: null,
      })
      .where(
        and(eq(jobs.technicianId, technicianId), inArray(jobs.status, [...notStartedStatuses])),
      )
      .returning({ id: jobs.id })
    const rows = await readTheseJobs(released.map(({ id }) => id))
    await happened(
      ...rows.map((job) => ({
        event: 'job_unassigned' as const,
        job,
        by: actorId,
        data: { date: job.serviceDate, slot: job.slot, formerTechnicianId: technicianId },
      })),
    )
  })
}
