import { eq, lt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { publishChange } from './session-changes.ts'

/** Signs a person out everywhere, with the current transaction. */
export async function endSessions(userId: string): Promise<void> {
  await transaction(async () => {
    await db().delete(sessions).where(eq(sessions.userId, userId))
    await publishChange({ userId })
  })
}

/** Signs one browser out. */
export async function endSession(sessionHash: string): Promise<void> {
  await transaction(async () => {
    await db().delete(sessions).where(eq(sessions.tokenHash, sessionHash))
    await publishChange({ sessionHash })
  })
}

/** Removes expired sessions. */
export const purgeSessions = (signal?: AbortSignal): Promise<void> =>
  deleteInBatches(sessions, lt(sessions.expiresAt, now()), signal)
