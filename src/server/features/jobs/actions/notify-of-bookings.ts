import { setTimeout as pause } from 'node:timers/promises'
import { queryRows, transaction } from '#server/database/database.ts'
import { notifyRecorded } from '#server/events/happened.ts'
import { type JobRow, selectJobs } from '#server/reads/job-row.ts'
import { bookingsToTell } from '../unannounced-bookings.ts'

/** Few enough that bookings on the embedded engine's one connection hardly wait. */
const atOnce = 50
const longestRestMs = 1_000

/** Writes the confirmation of every visit booked since the last time, each exactly once, and has it found on the map. */
export async function notifyOfBookings(): Promise<void> {
  for (let done = atOnce; done === atOnce;) {
    const start = performance.now()
    done = await confirmSome()
    // Rests nineteen times as long as it worked: people who book come first, but nobody waits without end.
    if (done === atOnce) await pause(Math.min(19 * (performance.now() - start), longestRestMs))
  }
}

async function confirmSome(): Promise<number> {
  return transaction(async () => {
    const rows = await queryRows<JobRow>(takeDue)
    await notifyRecorded(await bookingsToTell(rows))
    return rows.length
  })
}

// What another process is just confirming is left to it. The limit is part of the text, for with a parameter
// PostgreSQL plans the whole anew each time.
const takeDue = {
  name: 'take-due-confirmations',
  text: `with due as materialized (
    select id from jobs where confirmation_due order by created_at limit ${atOnce} for update skip locked
  ), taken as (
    update jobs set confirmation_due = false from due where jobs.id = due.id returning jobs.*
  ) ${selectJobs({ from: 'taken' })} order by j.created_at`,
}
