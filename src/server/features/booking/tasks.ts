import { defineTask } from '#server/queue/task.ts'
import { remindOfService } from './actions/remind-of-service.ts'
import { releaseVisits } from './actions/release-visits.ts'
import { recordOfferedSeats } from './actions/record-offered-seats.ts'

/** Scheduled every ten minutes. */
export const releaseVisitsTask = defineTask('release-visits', { handler: releaseVisits })

/** Scheduled every five minutes, and once at each start for days without a running server. */
export const recordOfferedSeatsTask = defineTask('record-offered-seats', {
  handler: recordOfferedSeats,
})

/** Scheduled for 10:00 business time, and a few times later in case the server was down. */
export const remindOfServiceTask = defineTask('remind-of-service', {
  handler: remindOfService,
  expireInSeconds: 600,
})
