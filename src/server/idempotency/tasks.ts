import { lt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { idempotencyKeys } from '#server/database/tables/idempotency-keys.ts'
import { defineTask } from '#server/queue/task.ts'

const dayMs = 86_400_000
const retentionDays = 7

export const purgeAnswersTask = defineTask('purge-answers', {
  expireInSeconds: 3600,
  handler: async (_data, { signal }) => {
    const old = new Date(now().getTime() - retentionDays * dayMs)
    await deleteInBatches(idempotencyKeys, lt(idempotencyKeys.createdAt, old), signal)
  },
})
