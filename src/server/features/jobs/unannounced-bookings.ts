import { queryRows } from '#server/database/database.ts'
import type { Happening } from '#server/events/happening.ts'
import { bookingHappening } from './booking-happening.ts'
import { type JobRow, selectJobs } from '#server/reads/job-row.ts'
import { locateVisitsLater } from './locate-visit-task.ts'

/**
 * The bookings among these visits that nobody has been told of yet; from now on whoever asked has, in the current
 * transaction.
 */
export async function takeUnannouncedBookings(jobIds: readonly string[]): Promise<Happening[]> {
  return bookingsToTell(await queryRows<JobRow>(takeThese, [jobIds]))
}

/** What is to be told of visits whose booking is told now, and has them found on the map. */
export async function bookingsToTell(rows: readonly JobRow[]): Promise<Happening[]> {
  // A visit cancelled within the same second has got its own message.
  const booked = rows.filter((job) => job.status !== 'cancelled')
  await locateVisitsLater(booked)
  return booked.map(bookingHappening)
}

const takeThese = {
  name: 'take-unannounced-bookings',
  text: `with taken as (
    update jobs set confirmation_due = false
    where id = any($1::uuid[]) and confirmation_due returning jobs.*
  ) ${selectJobs({ from: 'taken' })}`,
}
