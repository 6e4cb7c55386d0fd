import { transaction } from '#server/database/database.ts'
import {
  askForCards,
  releaseVisit,
  visitsToRelease,
} from '#server/features/jobs/actions/release-without-card.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'

/** Announces and releases visits without a card, when the office has set a deadline. */
export async function releaseVisits(): Promise<void> {
  await askForCards()
  for (const id of await visitsToRelease())
    await transaction(async () => {
      const job = await releaseVisit(id)
      if (job) slotsChanged(job.serviceDate)
    })
}
