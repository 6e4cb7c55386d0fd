import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { sessions } from '#server/database/tables/credentials.ts'
import { publishChange } from './session-changes.ts'

/** Transfers a person's sessions to another, in the current transaction. */
export async function mergeSessions(fromId: string, toId: string): Promise<void> {
  await transaction(async () => {
    await db().update(sessions).set({ userId: toId }).where(eq(sessions.userId, fromId))
    await publishChange({ userId: fromId })
  })
}
