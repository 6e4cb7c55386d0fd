import { schedule } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { lt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { purgeDailyCounts } from '#server/database/daily-counts.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { signInCodes } from '#server/database/tables/credentials.ts'
import { purgeSessions } from '#server/sessions/sessions.ts'
import { makeDueEmailChanges } from './actions/change-email.ts'

const tidyAccountsTask = defineTask('tidy-accounts', {
  expireInSeconds: 3600,
  handler: async (_data, { signal }) => tidyAccounts(signal),
})

const emailChangesTask = defineTask('make-email-changes', { handler: makeDueEmailChanges })

/** Schedules the nightly cleanup of ended sessions and old codes, in `timeZone`, and changes of e-mail addresses that are due. */
export async function scheduleAccountTasks(timeZone: string): Promise<void> {
  await schedule(tidyAccountsTask, '17 3 * * *', timeZone, {})
  await schedule(emailChangesTask, '*/15 * * * *', timeZone, {})
}

const dayMs = 86_400_000

/** Deletes ended sessions, and codes and counts too old for any limit. */
async function tidyAccounts(signal?: AbortSignal): Promise<void> {
  await purgeSessions(signal)
  const old = new Date(now().getTime() - 2 * dayMs)
  await deleteInBatches(signInCodes, lt(signInCodes.createdAt, old), signal)
  await purgeDailyCounts(31, signal)
}
