import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'

/** Makes one customer the author of another's photos. */
export async function mergePhotoAuthors(fromId: string, toId: string): Promise<void> {
  await db().update(jobPhotos).set({ uploadedBy: toId }).where(eq(jobPhotos.uploadedBy, fromId))
}
