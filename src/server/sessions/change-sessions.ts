import { eq, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { networkOf } from '#server/http/client-network.ts'
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

export const purgeSessions = (signal?: AbortSignal): Promise<void> =>
  deleteInBatches(sessions, lt(sessions.expiresAt, now()), signal)

/** The browser that signs in, as its list of signed-in devices names it. */
export type Device = { userAgent: string; network: string }

export const deviceOf = ({ headers, ip }: FastifyRequest): Device => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, 300),
  network: networkOf(ip),
})

/** Starts a session; returns the cookie's token, which is stored nowhere else. */
export async function startSession(userId: string, device?: Device): Promise<string> {
  const token = newToken()
  await db()
    .insert(sessions)
    .values({
      tokenHash: hashToken(token),
      userId,
      createdAt: now(),
      provenAt: now(),
      expiresAt: sessionEnd(),
      ...device,
    })
  return token
}
