import { and, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { happened } from '#server/events/happened.ts'
import { lockForLateWork } from '#server/features/jobs/actions/lock-open-job.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Photo } from '#shared/contract/photos.ts'
import { maxPhotosOfJob } from '#shared/rules/photos.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { toPhoto } from '../queries.ts'
import { type NewPhoto, storePhoto } from './store-photo.ts'
import { claimedTime } from '#server/base/claimed-time.ts'
import { now } from '#server/base/clock.ts'
import { loadForHandOver } from '#server/features/jobs/queries/taken-away.ts'
import { timeOfWork } from '#shared/rules/time-of-work.ts'

/**
 * Stores a photo of a visit, once per key. Throws NotFound, Conflict once the visit is over (unless its technician took it before) or has 40 photos, and what
 * `makePictures` throws; then nothing is stored.
 */
export async function addPhoto(person: Person, jobId: string, photo: NewPhoto): Promise<Photo> {
  const row = await storePhoto(person, jobId, photo, {
    admit: async () => {
      await lockForLateWork(person, jobId)
      const own = and(eq(jobPhotos.jobId, jobId), eq(jobPhotos.unsent, false))
      if ((await db().$count(jobPhotos, own)) >= maxPhotosOfJob) throw tooMany()
    },
    values: async () => {
      const { at, receivedAt } = await timeOfStep(jobId, 'photo_added')
      return { createdAt: at, receivedAt }
    },
    stored: async ({ id: photoId, createdAt: at }) => {
      const job = await loadJob(person, jobId)
      const data = { photoId, moment: photo.moment }
      await happened({ event: 'photo_added', job, by: person.id, at, data })
    },
  })
  const { status } = await loadJob(person, jobId)
  return toPhoto(person, row, status)
}

const tooMany = () =>
  new Conflict(
    phrase('This visit already has {count} photos, which is the limit.', { count: maxPhotosOfJob }),
  )

/**
 * Stores a photo for the office only, taken by a technician at a visit that was taken away, moved or cancelled before the
 * upload; their unsent work refers to it. Throws NotFound, Conflict after 40 photos, and what `makePictures` throws.
 */
export async function addUnsentPhoto(
  person: Person,
  jobId: string,
  photo: NewPhoto,
): Promise<{ id: string }> {
  return storePhoto(person, jobId, photo, {
    admit: async () => {
      await loadForHandOver(person, jobId)
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
