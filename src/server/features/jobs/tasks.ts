import { afterCommit } from '#server/database/database.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { confirmJobs } from './actions/confirm-jobs.ts'

/** Also scheduled every minute, for the bookings of a process that died before it could say so. */
export const confirmTask = defineTask('confirm-jobs', { handler: confirmJobs })

let asked = false
let asking = false

/**
 * Has the new bookings confirmed once the current transaction commits. Not part of the booking, so that it costs
 * one round trip: many bookings at once share one task.
 */
export function confirmSoon(): void {
  afterCommit(async () => {
    asked = true
    if (asking) return
    asking = true
    try {
      while (asked) {
        asked = false
        await enqueue(confirmTask, {})
      }
    } finally {
      asking = false
    }
  })
}
