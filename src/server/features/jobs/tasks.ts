import { afterCommit } from '#server/database/database.ts'
import { coalesceCalls } from '#server/database/coalesce-calls.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { expireRequests } from './actions/confirm-request.ts'
import { lapseFees } from './actions/decide-fee.ts'
import { notifyOfBookings } from './actions/notify-of-bookings.ts'
import {
  askForReviews,
  remindOfSoon,
  remindCustomers,
  watchArrivals,
} from './actions/remind-of-visits.ts'

/** Also scheduled every minute, for bookings of a process that died before confirming them. */
export const notifyOfBookingsTask = defineTask('notify-of-bookings', { handler: notifyOfBookings })

const enqueueNotifications = coalesceCalls('confirmations wait for the next minute', 250, () =>
  enqueue(notifyOfBookingsTask, {}),
)

/**
 * Queues the confirmation of new bookings once the current transaction commits. It is not part of the booking, so that many
 * concurrent bookings share one task.
 */
export function notifyOfBookingsSoon(): void {
  afterCommit(enqueueNotifications)
}

/** Scheduled for 17:00 business time, and repeated later for a server that was off. */
export const remindCustomersTask = defineTask('remind-customers', { handler: remindCustomers })

/** Scheduled for 10:00 business time, and repeated later for a server that was off. */
export const askForReviewsTask = defineTask('ask-for-reviews', { handler: askForReviews })

/** Scheduled every five minutes. */
export const remindOfSoonTask = defineTask('remind-of-soon', { handler: remindOfSoon })

/** Scheduled every five minutes. */
export const watchArrivalsTask = defineTask('watch-arrivals', { handler: watchArrivals })

/** Scheduled every 15 minutes. */
export const expireRequestsTask = defineTask('expire-requests', { handler: expireRequests })

/** Scheduled every 15 minutes. */
export const lapseFeesTask = defineTask('lapse-fees', { handler: lapseFees })
