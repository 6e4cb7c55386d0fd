import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { services } from '#server/adapters/services.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { users } from '#server/database/tables/users.ts'
import { Conflict } from '#server/http/errors.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { makePictures, type Pictures } from '../make-pictures.ts'
import { type PhotoRow, readPhoto } from '../queries.ts'
import { fileName, removeFiles } from '../photo-files.ts'

/** `key` is the same for repeats of one upload. */
export type NewPhoto = {
  moment: PhotoMoment
  bytes: Uint8Array
  key: string | undefined
  /** Chosen by the sender; undefined for one of ours. */
  id?: string | undefined
}

type Storing = {
  /** Throws if the photo may not be stored; called before the pictures are made, and again in the transaction that stores it. */
  admit: () => Promise<void>
  /** The row's other columns. */
  values: () => Promise<Partial<PhotoRow>>
  stored?: (row: PhotoRow) => Promise<void>
}

/** Stores a photo, once per key. Throws what `admit` and `makePictures` throw; then nothing is stored. */
export async function storePhoto(
  person: Person,
  jobId: string,
  photo: NewPhoto,
  { admit, values, stored }: Storing,
): Promise<PhotoRow> {
  const id = photo.id ?? idOf(person, jobId, photo)
  const own = async () => {
    const known = await readPhoto(id)
    if (known && (known.jobId !== jobId || known.uploadedBy !== person.id)) throw idTaken()
    return known
  }
  const find = async () => {
    const known = await own()
    if (known) return known
    await admit()
    // Checked again, because `admit` may have waited for a lock held by the same upload.
    return own()
  }
  const known = await transaction(find)
  if (known) return known
  // Its file would replace that person's picture.
  if (photo.id && (await db().$count(users, eq(users.photoId, photo.id))) > 0) throw idTaken()
  const pictures = await makePictures(photo.bytes)
  try {
    await storeFiles(id, pictures)
    return await transaction(async () => {
      const other = await find()
      if (other) return other
      const { width, height, large } = pictures
      const [row] = await db()
        .insert(jobPhotos)
        .values({
          id,
          jobId,
          moment: photo.moment,
          width,
          height,
          bytes: large.byteLength,
          uploadedBy: person.id,
          ...(await values()),
        })
        .returning()
      if (!row) throw new Error('The photo was not stored.')
      await stored?.(row)
      return row
    })
  } catch (error) {
    // A concurrent repeat of the upload may have succeeded.
    if (!(await readPhoto(id))) await removeFiles([id])
    throw error
  }
}

const idTaken = () => new Conflict(phrase('This photo was sent already.'))

// A repeat during the first upload, or after a crash, gets the same id.
function idOf(person: Person, jobId: string, { moment, bytes, key }: NewPhoto): string {
  if (key === undefined) return randomUUID()
  const content = createHash('sha256').update(bytes).digest('hex')
  const hash = createHash('sha256')
    .update(JSON.stringify([person.id, jobId, moment, key, content]))
    .digest('hex')
  const part = (from: number, to: number) => hash.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`
}

async function storeFiles(id: string, { large, thumbnail }: Pictures): Promise<void> {
  await services().photos.put(fileName(id, 'large'), large)
  await services().photos.put(fileName(id, 'thumbnail'), thumbnail)
}

/** Stores a person's picture in a small size; returns its id. Throws what `makePictures` throws; then nothing is stored. */
export async function storePortrait(bytes: Uint8Array): Promise<string> {
  const { thumbnail } = await makePictures(bytes)
  const id = randomUUID()
  await services().photos.put(fileName(id, 'thumbnail'), thumbnail)
  return id
}

/** Never throws: the sweep deletes files left behind. */
export const removePortrait = (id: string): Promise<void> => removeFiles([id])
