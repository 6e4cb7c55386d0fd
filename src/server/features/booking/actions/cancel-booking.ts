import { transaction } from '#server/database/database.ts'
import { cancelJob } from '#server/features/jobs/actions/cancel-job.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotsChanged } from '../slot-changes.ts'

/** Cancels a visit and gives its seat back. Throws what `cancelJob` throws. */
export async function cancelBooking(person: Person, id: string, reason = ''): Promise<void> {
  await transaction(async () => {
    const job = await cancelJob(person, id, reason)
    slotsChanged(job.serviceDate)
  })
}
