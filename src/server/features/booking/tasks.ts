import { defineTask } from '#server/queue/task.ts'
import { releaseVisits } from './actions/release-visits.ts'
import { storeSeats } from './actions/store-seats.ts'

/** Scheduled every ten minutes. */
export const releaseVisitsTask = defineTask('release-visits', { handler: releaseVisits })

/** Scheduled every five minutes, and once after every start for the days on which nothing ran. */
export const storeSeatsTask = defineTask('store-seats', { handler: storeSeats })
