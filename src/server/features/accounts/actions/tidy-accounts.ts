import { lt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { purgeDailyCounts } from '#server/database/daily-counts.ts'
import { signInCodes } from '#server/database/tables/sign-in-codes.ts'
import { purgeSessions } from '#server/sessions/sessions.ts'

const dayMs = 86_400_000

/** Removes sessions that have ended, and codes and counts that no limit looks at any more. */
export async function tidyAccounts(): Promise<void> {
  await purgeSessions()
  const old = new Date(now().getTime() - 2 * dayMs)
  await db().delete(signInCodes).where(lt(signInCodes.createdAt, old))
  await purgeDailyCounts(31)
}
