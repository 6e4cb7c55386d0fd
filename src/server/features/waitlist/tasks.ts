import { coalesceCalls } from '#server/database/coalesce-calls.ts'
import { defineTask } from '#server/queue/task.ts'
import { whenSlotsChange } from '#server/reads/slot-changes.ts'
import { offerFreedTimes } from './actions/offer-times.ts'

/** Runs every minute, for deadlines and the end of quiet hours. */
export const offerTimesTask = defineTask('offer-times', { handler: offerFreedTimes })

/** Runs soon after a time has become free. */
export const offerTimesSoon = coalesceCalls(
  'the waitlist gets its offers late',
  100,
  offerFreedTimes,
)

whenSlotsChange(offerTimesSoon)
