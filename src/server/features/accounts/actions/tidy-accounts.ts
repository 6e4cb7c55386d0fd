import { lt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { purgeDailyCounts } from '#server/database/daily-counts.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { signInCodes } from '#server/database/tables/credentials.ts'
import { purgeSessions } from '#server/sessions/sessions.ts'

const dayMs = 86_400_000

/** Deletes ended sessions, and codes and counts too old for any limit. */
export async function tidyAccounts(signal?: AbortSignal): Promise<void> {
  await purgeSessions(signal)
  const old = new Date(now().getTime() - 2 * dayMs)
  await deleteInBatches(signInCodes, lt(signInCodes.createdAt, old), signal)
  await purgeDailyCounts(31, signal)
}
