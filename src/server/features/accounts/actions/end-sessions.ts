import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { sessions } from '#server/database/tables/sessions.ts'
import { announceChange } from './announce-change.ts'

/** Signs a person out everywhere, at once, with the current transaction. */
export async function endSessions(userId: string): Promise<void> {
  await transaction(async () => {
    await db().delete(sessions).where(eq(sessions.userId, userId))
    await announceChange({ userId, ended: true })
  })
}

/** Signs one browser out. */
export async function endSession(sessionHash: string): Promise<void> {
  await transaction(async () => {
    await db().delete(sessions).where(eq(sessions.tokenHash, sessionHash))
    await announceChange({ sessionHash })
  })
}
