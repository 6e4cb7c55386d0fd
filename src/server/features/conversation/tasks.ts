import { lte } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { positionShares } from '#server/database/tables/position-shares.ts'
import { defineTask } from '#server/queue/task.ts'

/** Nobody sees an old position; it is not kept either. */
export const purgePositionsTask = defineTask('forget-positions', {
  handler: (_data, { signal }) =>
    deleteInBatches(positionShares, lte(positionShares.expiresAt, now()), signal),
})
