import { lte } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { positionShares } from '#server/database/tables/position-shares.ts'
import { defineTask } from '#server/queue/task.ts'

/** Nobody sees an old position; it is not kept either. */
export const purgePositionsTask = defineTask('forget-positions', {
  handler: async () => {
    await db().delete(positionShares).where(lte(positionShares.expiresAt, now()))
  },
})
