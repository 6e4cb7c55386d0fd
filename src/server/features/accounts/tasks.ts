import { schedule } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { lt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { purgeDailyCounts } from '#server/database/daily-counts.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { signInCodes } from '#server/database/tables/credentials.ts'
import { purgeSessions } from '#server/sessions/sessions.ts'

const tidyAccountsTask = defineTask('tidy-accounts', {
  expireInSeconds: 3600,
  handler: async (_data, { signal }) => tidyAccounts(signal),
})

/** Schedules the nightly cleanup of ended sessions and old codes, in `timeZone`. */
export const scheduleAccountTasks = (timeZone: string) =>
  schedule(tidyAccountsTask, '17 3 * * *', timeZone, {})

const dayMs = 86_400_000

/** Deletes ended sessions, and codes and counts too old for any limit. */
async function tidyAccounts(signal?: AbortSignal): Promise<void> {
  await purgeSessions(signal)
  const old = new Date(now().getTime() - 2 * dayMs)
  await deleteInBatches(signInCodes, lt(signInCodes.createdAt, old), signal)
  await purgeDailyCounts(31, signal)
}
