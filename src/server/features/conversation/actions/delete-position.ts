import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { positionShares } from '#server/database/tables/conversation.ts'

/** Deletes the position of a visit's technician, in the current transaction; false if there was none. */
export async function deletePosition(jobId: string): Promise<boolean> {
  const gone = await db()
    .delete(positionShares)
    .where(eq(positionShares.jobId, jobId))
    .returning({ id: positionShares.jobId })
  return gone.length > 0
}
