import { and, asc, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { services } from '#server/adapters/services.ts'
import { db } from '#server/database/database.ts'
import {
  bytesOfUuid,
  readSignedToken,
  readUuid,
  tokenSigner,
} from '#server/database/signed-token.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { loadJob, partiesColumns } from '#server/reads/visits.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Photo } from '#shared/contract/photos.ts'
import { isActiveJob, type JobStatus } from '#shared/rules/jobs.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import { type PhotoSize, photoSizes } from '#shared/rules/photos.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { fileName } from './photo-files.ts'

export type PhotoRow = typeof jobPhotos.$inferSelect

/** Photos of a visit that this person may see, oldest first. Throws NotFound. */
export async function photosOf(person: Person, jobId: string): Promise<Photo[]> {
  const job = await loadJob(person, jobId)
  // Photos show the car, its plate and its location.
  if (!mayKnowCustomer(person, job, now())) return []
  const rows = await db()
    .select()
    .from(jobPhotos)
    .where(and(eq(jobPhotos.jobId, jobId), eq(jobPhotos.unsent, false)))
    .orderBy(asc(jobPhotos.createdAt), asc(jobPhotos.id))
  return rows.map((row) => toPhoto(person, row, job.status))
}

/** The photo and its visit's state. Throws NotFound unless this person may see the visit. */
export async function loadPhoto(person: Person, id: string) {
  const [found] = await db()
    .select({
      photo: jobPhotos,
      job: partiesColumns,
    })
    .from(jobPhotos)
    .innerJoin(jobs, eq(jobs.id, jobPhotos.jobId))
    .where(eq(jobPhotos.id, id))
  const isOffices = found?.photo.unsent && person.role !== 'admin'
  if (!found || isOffices || !mayKnowCustomer(person, found.job, now()))
    throw new NotFound(phrase('Photo not found.'))
  return found
}

/** The JPEG of a photo that this person may see. Throws NotFound. */
export async function pictureFor(person: Person, id: string, size: PhotoSize): Promise<Uint8Array> {
  const { photo } = await loadPhoto(person, id)
  const bytes = await services().photos.get(fileName(photo.id, size))
  if (!bytes) throw new NotFound(phrase('Photo not found.'))
  return bytes
}

/** The JPEG of a photo, without a permission check; undefined if the store lost it. */
export const storedPicture = (id: string, size: PhotoSize): Promise<Uint8Array | undefined> =>
  services().photos.get(fileName(id, size))

/** The JPEG of a person's picture. Throws NotFound. */
export async function portrait(id: string): Promise<Uint8Array> {
  const [owner] = await db().select({ id: users.id }).from(users).where(eq(users.photoId, id))
  const bytes = owner && (await services().photos.get(fileName(id, 'thumbnail')))
  if (!bytes) throw new NotFound(phrase('Photo not found.'))
  return bytes
}

export async function readPhoto(id: string): Promise<PhotoRow | undefined> {
  const [row] = await db().select().from(jobPhotos).where(eq(jobPhotos.id, id))
  return row
}

/** Only the uploader and the office may remove a photo. */
export const mayRemove = (person: Person, { uploadedBy }: PhotoRow) =>
  person.role === 'admin' || uploadedBy === person.id

export function toPhoto(person: Person, row: PhotoRow, status: JobStatus): Photo {
  const { id, moment, width, height, createdAt, receivedAt } = row
  return {
    id,
    moment,
    width,
    height,
    createdAt: createdAt.toISOString(),
    receivedAt: (receivedAt ?? createdAt).toISOString(),
    url: `/api/photos/${id}`,
    thumbnailUrl: `/api/photos/${id}/thumbnail`,
    removable: isActiveJob(status) && mayRemove(person, row),
  }
}

/** The photos with signed URLs that work without a session until the given UTC instant. */
export async function sharePhotos<P extends Pick<Photo, 'id'>>(
  photos: readonly P[],
  until: Date,
): Promise<(P & Pick<Photo, 'url' | 'thumbnailUrl'>)[]> {
  const sign = await tokenSigner('guest photos')
  const address = (id: string, size: PhotoSize) => {
    const rest = Buffer.alloc(7)
    rest[0] = photoSizes.indexOf(size)
    rest.writeUIntBE(Math.floor(until.getTime() / 1000), 1, 6)
    return `/api/guest-photos/${sign(Buffer.concat([bytesOfUuid(id), rest]))}`
  }
  const [large, thumbnail] = photoSizes
  return photos.map((photo) => ({
    ...photo,
    url: address(photo.id, large),
    thumbnailUrl: address(photo.id, thumbnail),
  }))
}

/** The JPEG at a signed URL. Throws the same NotFound for a guessed and an expired one. */
export async function sharedPicture(token: string): Promise<Uint8Array> {
  const payload = await readSignedToken('guest photos', token)
  const picture = payload && (await sharedPictureOf(readUuid(payload)))
  if (!picture) throw new NotFound(phrase('Photo not found.'))
  return picture
}

async function sharedPictureOf({ id, rest }: ReturnType<typeof readUuid>) {
  const size = photoSizes[rest[0] ?? -1]
  if (!size || rest.readUIntBE(1, 6) * 1000 <= now().getTime()) return undefined
  // It may have been deleted since, or erased with the customer.
  const isThere = and(eq(jobPhotos.id, id), eq(jobPhotos.unsent, false))
  return (await db().$count(jobPhotos, isThere)) > 0 ? storedPicture(id, size) : undefined
}
