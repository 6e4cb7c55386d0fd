import { lte } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { positionShares } from '#server/database/tables/conversation.ts'
import { defineTask } from '#server/queue/task.ts'

/** Old positions are hidden from everyone, so they are deleted. */
export const purgePositionsTask = defineTask('purge-positions', {
  handler: (_data, { signal }) =>
    deleteInBatches(positionShares, lte(positionShares.expiresAt, now()), signal),
})
