import { now } from '#server/base/clock.ts'
import { hashToken, newToken } from '#server/base/tokens.ts'
import { db } from '#server/database/database.ts'
import { sessions } from '#server/database/tables/sessions.ts'
import { sessionEnd } from './session-length.ts'

/** Opens a session; returns the token for the browser's cookie, which is stored nowhere else. */
export async function startSession(userId: string): Promise<string> {
  const token = newToken()
  await db()
    .insert(sessions)
    .values({ tokenHash: hashToken(token), userId, createdAt: now(), expiresAt: sessionEnd() })
  return token
}
