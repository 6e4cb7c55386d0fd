import { and, eq } from 'drizzle-orm'
import { claimedTime } from '#server/base/claimed-time.ts'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { loadTakenAway } from '#server/features/jobs/queries/taken-away.ts'
import { maxPhotosOfJob } from '#shared/rules/photos.ts'
import type { Person } from '#shared/rules/roles.ts'
import { timeOfWork } from '#shared/rules/time-of-work.ts'
import { tooMany } from './add-photo.ts'
import { type NewPhoto, storePhoto } from './store-photo.ts'

/**
 * Keeps a photo that a technician took of a visit that was taken away, moved or cancelled meanwhile, for the office alone;
 * their unsent work names it. Throws NotFound, Conflict when they have sent 40, and what `makePictures` throws.
 */
export async function addUnsentPhoto(
  person: Person,
  jobId: string,
  photo: NewPhoto,
): Promise<{ id: string }> {
  return storePhoto(person, jobId, photo, {
    admit: async () => {
      await loadTakenAway(person, jobId)
      const own = and(
        eq(jobPhotos.jobId, jobId),
        eq(jobPhotos.unsent, true),
        eq(jobPhotos.uploadedBy, person.id),
      )
      if ((await db().$count(jobPhotos, own)) >= maxPhotosOfJob) throw tooMany()
    },
    values: async () => {
      const receivedAt = now()
      const claimed = claimedTime()?.getTime()
      const createdAt = new Date(timeOfWork(claimed, { received: receivedAt.getTime() }))
      return { unsent: true, createdAt, receivedAt }
    },
  })
}
