import { afterCommit } from '#server/database/database.ts'
import { coalesceCalls } from '#server/database/batch-loader.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { confirmJobs } from './actions/confirm-jobs.ts'
import { remindCustomers } from './actions/remind-customers.ts'

/** Also scheduled every minute, for the bookings of a process that died before it could say so. */
export const confirmTask = defineTask('confirm-jobs', { handler: confirmJobs })

const askForConfirmations = coalesceCalls('confirmations wait for the next minute', 250, () =>
  enqueue(confirmTask, {}),
)

/**
 * Has the new bookings confirmed once the current transaction commits. Not part of the booking, so that it costs
 * one round trip: many bookings at once share one task.
 */
export function confirmSoon(): void {
  afterCommit(askForConfirmations)
}

/** Scheduled for 17:00 of the business, and a few times after it for a server that was off then. */
export const remindTask = defineTask('remind-customers', { handler: remindCustomers })
