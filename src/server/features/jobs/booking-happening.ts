import type { Happening } from '#server/events/happening.ts'
import type { JobRow } from '#server/reads/job-row.ts'

/** The event of a new booking, already recorded by its own statement. */
export function bookingHappening(job: JobRow): Happening {
  const time = { date: job.serviceDate, slot: job.slot }
  return job.needsConfirmation
    ? { event: 'job_requested', job, by: job.customerId, data: { ...time, technicianId: null } }
    : {
        event: 'job_booked',
        job,
        by: job.customerId,
        data: { ...time, technicianId: job.technicianId },
      }
}
