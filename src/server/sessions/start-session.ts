import { now } from '#server/base/clock.ts'
import { hashToken, newToken } from '#server/base/tokens.ts'
import { db } from '#server/database/database.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { sessionEnd } from './session-length.ts'

/** Starts a session; returns the cookie's token, which is stored nowhere else. */
export async function startSession(userId: string): Promise<string> {
  const token = newToken()
  await db()
    .insert(sessions)
    .values({ tokenHash: hashToken(token), userId, createdAt: now(), expiresAt: sessionEnd() })
  return token
}
