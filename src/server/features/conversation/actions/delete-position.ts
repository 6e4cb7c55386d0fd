import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { positionShares } from '#server/database/tables/conversation.ts'

/** Deletes the position of a visit's technician, in the current transaction, and returns it; undefined if there was none. */
export async function deletePosition(jobId: string) {
  const gone = await db().delete(positionShares).where(eq(positionShares.jobId, jobId)).returning()
  return gone[0]
}
