import { defineTask } from '#server/queue/task.ts'
import { remindOfService } from './actions/remind-of-service.ts'
import { releaseVisits } from './actions/release-visits.ts'
import { recordOfferedSeats } from './actions/record-offered-seats.ts'

/** Scheduled every ten minutes. */
export const releaseVisitsTask = defineTask('release-visits', { handler: releaseVisits })

/** Scheduled every five minutes, and once after every start for the days on which nothing ran. */
export const recordOfferedSeatsTask = defineTask('store-seats', { handler: recordOfferedSeats })

/** Scheduled for 10:00 of the business, and a few times after it for a server that was off then. */
export const remindOfServiceTask = defineTask('remind-of-service', {
  handler: remindOfService,
  expireInSeconds: 600,
})
