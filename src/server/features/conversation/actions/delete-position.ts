import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { positionShares } from '#server/database/tables/position-shares.ts'

/** Forgets where the technician of a visit is, in the current transaction; false when that was not known. */
export async function deletePosition(jobId: string): Promise<boolean> {
  const gone = await db()
    .delete(positionShares)
    .where(eq(positionShares.jobId, jobId))
    .returning({ id: positionShares.jobId })
  return gone.length > 0
}
