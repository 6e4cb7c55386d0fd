import { defineTask } from '#server/queue/task.ts'
import { remindOfService } from './actions/remind-of-service.ts'
import { recordOfferedSeats } from './actions/record-offered-seats.ts'
import { transaction } from '#server/database/database.ts'
import {
  askForCards,
  releaseVisit,
  visitsToRelease,
} from '#server/features/jobs/actions/release-without-card.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'

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

/** Announces and releases visits without a card, when the office has set a deadline. */
export async function releaseVisits(): Promise<void> {
  await askForCards()
  for (const id of await visitsToRelease())
    await transaction(async () => {
      const job = await releaseVisit(id)
      if (job) slotsChanged(job.serviceDate)
    })
}
