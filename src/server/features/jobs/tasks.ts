import { afterCommit } from '#server/database/database.ts'
import { coalesceCalls } from '#server/database/coalesce-calls.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { expireRequests } from './actions/expire-requests.ts'
import { lapseFees } from './actions/lapse-fees.ts'
import { notifyOfBookings } from './actions/notify-of-bookings.ts'
import { askForReviews } from './actions/ask-for-reviews.ts'
import { remindOfSoon } from './actions/remind-of-soon.ts'
import { watchArrivals } from './actions/watch-arrivals.ts'
import { remindCustomers } from './actions/remind-customers.ts'

/** Also scheduled every minute, for bookings of a process that died before confirming them. */
export const notifyOfBookingsTask = defineTask('notify-of-bookings', { handler: notifyOfBookings })

const enqueueNotifications = coalesceCalls('confirmations wait for the next minute', 250, () =>
  enqueue(notifyOfBookingsTask, {}),
)

/**
 * Has the new bookings confirmed once the current transaction commits. Not part of the booking, so that it costs
 * one round trip: many bookings at once share one task.
 */
export function notifyOfBookingsSoon(): void {
  afterCommit(enqueueNotifications)
}

/** Scheduled for 17:00 of the business, and a few times after it for a server that was off then. */
export const remindCustomersTask = defineTask('remind-customers', { handler: remindCustomers })

/** Scheduled for 10:00 of the business, and a few times after it for a server that was off then. */
export const askForReviewsTask = defineTask('ask-for-reviews', { handler: askForReviews })

/** Scheduled every five minutes. */
export const remindOfSoonTask = defineTask('remind-of-soon', { handler: remindOfSoon })

/** Scheduled every five minutes. */
export const watchArrivalsTask = defineTask('watch-arrivals', { handler: watchArrivals })

/** Scheduled every quarter of an hour. */
export const expireRequestsTask = defineTask('expire-requests', { handler: expireRequests })

/** Scheduled every quarter of an hour. */
export const lapseFeesTask = defineTask('lapse-fees', { handler: lapseFees })
