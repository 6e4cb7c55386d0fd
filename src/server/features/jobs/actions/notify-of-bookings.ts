import { setTimeout as pause } from 'node:timers/promises'
import { queryRows, transaction } from '#server/database/database.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import { type JobRow, selectJobs } from '#server/reads/job-row.ts'
import { bookingHappenings } from './claim-unannounced-bookings.ts'

/** Few enough to hardly delay bookings on the embedded engine's single connection. */
const atOnce = 50
const longestRestMs = 1_000

/** Confirms all visits booked since the last run, each exactly once, and queues locating them on the map. */
export async function notifyOfBookings(): Promise<void> {
  for (let done = atOnce; done === atOnce;) {
    const start = performance.now()
    done = await confirmSome()
    // Pauses nineteen times as long as it worked, up to a limit: bookings in progress come first.
    if (done === atOnce) await pause(Math.min(19 * (performance.now() - start), longestRestMs))
  }
}

async function confirmSome(): Promise<number> {
  return transaction(async () => {
    const rows = await queryRows<JobRow>(takeDue)
    await notifyRecorded(await bookingHappenings(rows))
    return rows.length
  })
}

// Skips rows that another process is confirming. The limit is part of the text, because with a parameter PostgreSQL would
// plan the query again each time.
const takeDue = {
  name: 'take-due-confirmations',
  text: `with due as materialized (
    select id from jobs where confirmation_due order by created_at limit ${atOnce} for update skip locked
  ), taken as (
    update jobs set confirmation_due = false from due where jobs.id = due.id returning jobs.*
  ) ${selectJobs({ from: 'taken' })} order by j.created_at`,
}
