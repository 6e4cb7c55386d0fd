import { eq, lt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { publishChange } from './session-changes.ts'
import { hashToken, newToken } from '#server/base/tokens.ts'
import { sessionEnd } from './session-cookie.ts'

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

/** Starts a session; returns the cookie's token, which is stored nowhere else. */
export async function startSession(userId: string): Promise<string> {
  const token = newToken()
  await db()
    .insert(sessions)
    .values({ tokenHash: hashToken(token), userId, createdAt: now(), expiresAt: sessionEnd() })
  return token
}

/** Transfers a person's sessions to another, in the current transaction. */
export async function mergeSessions(fromId: string, toId: string): Promise<void> {
  await transaction(async () => {
    await db().update(sessions).set({ userId: toId }).where(eq(sessions.userId, fromId))
    await publishChange({ userId: fromId })
  })
}
