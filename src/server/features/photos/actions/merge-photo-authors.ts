import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'

/** Whatever one customer took was taken by the other. */
export async function mergePhotoAuthors(fromId: string, toId: string): Promise<void> {
  await db().update(jobPhotos).set({ uploadedBy: toId }).where(eq(jobPhotos.uploadedBy, fromId))
}
