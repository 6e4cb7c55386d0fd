import { createHash, randomUUID } from 'node:crypto'
import { services } from '#server/adapters/services.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { happened } from '#server/events/happened.ts'
import { lockOpenJob } from '#server/features/jobs/actions/lock-open-job.ts'
import { loadJob, timeOfStep } from '#server/features/jobs/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Photo } from '#shared/contract/photos.ts'
import { maxPhotosOfJob, type PhotoMoment } from '#shared/rules/photos.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { eq } from 'drizzle-orm'
import { makePictures, type Pictures } from '../make-pictures.ts'
import { type PhotoRow, readPhoto, toPhoto } from '../queries.ts'
import { fileName, removeFiles } from '../store.ts'

/** `key` is the same over repeats of one upload. */
type NewPhoto = { moment: PhotoMoment; bytes: Uint8Array; key: string | undefined }

/**
 * Keeps a photo of a visit, once for one key. Throws NotFound, Conflict once the visit is over or has 40 of them,
 * and what `makePictures` throws; then nothing is kept.
 */
export async function addPhoto(person: Person, jobId: string, photo: NewPhoto): Promise<Photo> {
  const id = idOf(person, jobId, photo)
  // Asked before the work of making pictures, and again when they are there.
  const known = await transaction(() => findOrAssertRoom(person, jobId, id))
  if (known) return toPhoto(person, known, 'in_progress')
  const pictures = await makePictures(photo.bytes)
  try {
    await storeFiles(id, pictures)
    const row = await transaction(async () => {
      const other = await findOrAssertRoom(person, jobId, id)
      return other ?? (await storeRow(person, jobId, { id, moment: photo.moment, ...pictures }))
    })
    return toPhoto(person, row, 'in_progress')
  } catch (error) {
    // The same upload may have come twice, and the other one have gone well.
    if (!(await readPhoto(id))) await removeFiles([id])
    throw error
  }
}

// A repeat that arrives while the first is under way, or after a crash, finds the same id.
function idOf(person: Person, jobId: string, { moment, bytes, key }: NewPhoto): string {
  if (key === undefined) return randomUUID()
  const content = createHash('sha256').update(bytes).digest('hex')
  const hash = createHash('sha256')
    .update(JSON.stringify([person.id, jobId, moment, key, content]))
    .digest('hex')
  const part = (from: number, to: number) => hash.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`
}

async function findOrAssertRoom(person: Person, jobId: string, id: string) {
  const known = await readPhoto(id)
  if (known) return known
  await lockOpenJob(person, jobId)
  const count = await db().$count(jobPhotos, eq(jobPhotos.jobId, jobId))
  if (count >= maxPhotosOfJob)
    throw new Conflict(
      phrase('This visit has {count} photos, which is all it can have.', { count }),
    )
  // Looked for again, because the lock may have waited for the same upload.
  return readPhoto(id)
}

async function storeFiles(id: string, { large, thumbnail }: Pictures): Promise<void> {
  await services().photos.put(fileName(id, 'large'), large)
  await services().photos.put(fileName(id, 'thumbnail'), thumbnail)
}

async function storeRow(
  person: Person,
  jobId: string,
  { id, moment, width, height, large }: Pictures & { id: string; moment: PhotoMoment },
): Promise<PhotoRow> {
  const values = { id, jobId, moment, width, height, bytes: large.byteLength }
  const { at, receivedAt } = await timeOfStep(jobId, 'photo_added')
  const [row] = await db()
    .insert(jobPhotos)
    .values({ ...values, uploadedBy: person.id, createdAt: at, receivedAt })
    .returning()
  if (!row) throw new Error('The photo was not stored.')
  const job = await loadJob(person, jobId)
  await happened({ event: 'photo_added', job, by: person.id, at, data: { photoId: id } })
  return row
}
