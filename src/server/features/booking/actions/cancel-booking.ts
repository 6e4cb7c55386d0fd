import { transaction } from '#server/database/database.ts'
import { type Cancellation, cancelJob } from '#server/features/jobs/actions/cancel-job.ts'
import { endNotDone } from '#server/features/jobs/actions/end-not-done.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'

/** Cancels a visit and frees its seat. Throws what `cancelJob` throws. */
export async function cancelBooking(
  person: Person,
  id: string,
  cancellation: Cancellation = {},
): Promise<void> {
  await transaction(async () => {
    const job = await cancelJob(person, id, cancellation)
    slotsChanged(job.serviceDate)
  })
}

/** Ends a visit that could not be done and frees its seat. Throws what `endNotDone` throws. */
export async function endBookingNotDone(
  person: Person,
  id: string,
  why: Parameters<typeof endNotDone>[2],
): Promise<void> {
  await transaction(async () => {
    const job = await endNotDone(person, id, why)
    slotsChanged(job.serviceDate)
  })
}
