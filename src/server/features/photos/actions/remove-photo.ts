import { eq } from 'drizzle-orm'
import { afterCommit, db, transaction } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { happened } from '#server/events/happened.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { lockOpenJob } from '#server/features/jobs/actions/lock-open-job.ts'
import { Forbidden } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { loadPhoto, mayRemove } from '../queries.ts'
import { removeFiles } from '../photo-files.ts'

/** Permanently deletes a photo. Throws NotFound, Forbidden for someone else's, Conflict once the visit is over. */
export async function removePhoto(person: Person, id: string): Promise<void> {
  const { photo } = await loadPhoto(person, id)
  if (!mayRemove(person, photo))
    throw new Forbidden(phrase('Only the person who took a photo, or the office, can delete it.'))
  await transaction(async () => {
    const job = await lockOpenJob(person, photo.jobId)
    await db().delete(jobPhotos).where(eq(jobPhotos.id, id))
    const { at } = await timeOfStep(job.id, 'photo_removed')
    const data = { photoId: id, moment: photo.moment }
    await happened({ event: 'photo_removed', job, by: person.id, at, data })
    afterCommit(() => removeFiles([id]))
  })
}
