import { eq, inArray } from 'drizzle-orm'
import { afterCommit, db, transaction } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { removeFiles } from '../photo-files.ts'

/** Deletes all photos of a customer's visits, because they show cars and homes. */
export async function erasePhotos(customerId: string): Promise<void> {
  await transaction(async () => {
    const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
    const removed = await db()
      .delete(jobPhotos)
      .where(inArray(jobPhotos.jobId, own))
      .returning({ id: jobPhotos.id })
    if (removed.length > 0) afterCommit(() => removeFiles(removed.map(({ id }) => id)))
  })
}

/** Makes one customer the author of another's photos. */
export async function mergePhotoAuthors(fromId: string, toId: string): Promise<void> {
  await db().update(jobPhotos).set({ uploadedBy: toId }).where(eq(jobPhotos.uploadedBy, fromId))
}
