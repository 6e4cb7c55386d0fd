import { queryRows } from '#server/database/database.ts'
import type { Happening } from '#server/events/happening.ts'
import { fetchDrivesOfVisit } from '#server/reads/fetch-drives.ts'
import { type JobRow, selectJobs } from '#server/reads/job-row.ts'
import { locateVisitsLater } from './locate-visit.ts'

/** Takes the bookings among these visits that were not announced yet, marking them as announced in the current transaction. */
export async function claimUnannouncedBookings(jobIds: readonly string[]): Promise<Happening[]> {
  return bookingHappenings(await queryRows<JobRow>(claimStatement, [jobIds]))
}

/** The events to announce for newly booked visits; also queues locating them on the map, and fetching their drives. */
export async function bookingHappenings(rows: readonly JobRow[]): Promise<Happening[]> {
  // A visit cancelled within the same second gets its own message.
  const booked = rows.filter((job) => job.status !== 'cancelled')
  await locateVisitsLater(booked)
  booked.filter((job) => !job.needsConfirmation).forEach(fetchDrivesOfVisit)
  return booked.map(bookingHappening)
}

const claimStatement = {
  name: 'claim-unannounced-bookings',
  text: `with taken as (
    update jobs set confirmation_due = false
    where id = any($1::uuid[]) and confirmation_due returning jobs.*
  ) ${selectJobs({ from: 'taken' })}`,
}

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
