import { and, eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import { loadJob } from '#server/reads/visits.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { billExtra } from './bill-extra.ts'

/**
 * Adds the extra or photo of a change reported as unsent work to its visit; on a finished visit the extra is billed at once.
 * Throws NotFound, Conflict if it was added already or the visit is cancelled, Invalid for any other change.
 */
export async function addUnsentChange(
  person: Person,
  { id, workId }: { id: string; workId: string },
  at: number,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id)
    const one = and(eq(unsentWork.id, workId), eq(unsentWork.jobId, job.id))
    const [work] = await db().select().from(unsentWork).where(one).for('update')
    const change = work?.changes[at]
    if (!work || !change) throw new NotFound(phrase('This report no longer exists.'))
    if (change.added) throw new Conflict(phrase('This was already added to the visit.'))
    if (change.extra) await billExtra(person, id, change.extra)
    else if (change.photoId) await showPhoto(person, job, change.photoId)
    else throw new Invalid(phrase('Only extras and photos can be added to the visit.'))
    const changes = work.changes.map((each, n) =>
      n === at ? { ...each, added: true as const } : each,
    )
    await db().update(unsentWork).set({ changes }).where(one)
  })
}

/** Makes a photo for the office one of the visit's. */
async function showPhoto(
  person: Person,
  job: Awaited<ReturnType<typeof loadJob>>,
  photoId: string,
) {
  const [photo] = await db()
    .update(jobPhotos)
    .set({ unsent: false })
    .where(and(eq(jobPhotos.id, photoId), eq(jobPhotos.jobId, job.id)))
    .returning({ moment: jobPhotos.moment })
  if (!photo) throw new NotFound(phrase('Photo not found.'))
  const data = { photoId, moment: photo.moment }
  await happened({ event: 'photo_added', job, by: person.id, data })
}
