import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { installationKey } from '#server/database/installation-key.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Photo } from '#shared/contract/photos.ts'
import { type PhotoSize, photoSizes } from '#shared/rules/photos.ts'
import { phrase } from '#shared/texts/t.ts'
import { storedPicture } from '../queries.ts'

type Shared = { id: string; size: PhotoSize; until: number }

/** The photos with signed URLs that work without a session until the given UTC instant. */
export async function sharePhotos(photos: readonly Photo[], until: Date): Promise<Photo[]> {
  const sign = await signer()
  const address = (id: string, size: PhotoSize) => {
    const shared = { id, size, until: Math.floor(until.getTime() / 1000) }
    const key = sign(shared).toString('base64url')
    return `/api/guest-photos/${id}?size=${size}&until=${shared.until}&key=${key}`
  }
  const [large, thumbnail] = photoSizes
  return photos.map((photo) => ({
    ...photo,
    url: address(photo.id, large),
    thumbnailUrl: address(photo.id, thumbnail),
  }))
}

/** The JPEG at a signed URL. Throws the same NotFound for a guessed and an expired one. */
export async function sharedPicture(shared: Shared, key: string): Promise<Uint8Array> {
  const sign = await signer()
  const isOurs = timingSafeEqual(Buffer.from(key, 'base64url'), sign(shared))
  // It may have been deleted since, or erased with the customer.
  const isThere = and(eq(jobPhotos.id, shared.id), eq(jobPhotos.unsent, false))
  const picture =
    isOurs &&
    shared.until * 1000 > now().getTime() &&
    (await db().$count(jobPhotos, isThere)) > 0 &&
    (await storedPicture(shared.id, shared.size))
  if (!picture) throw new NotFound(phrase('Photo not found.'))
  return picture
}

async function signer() {
  const key = await installationKey('guest photos')
  return ({ id, size, until }: Shared) =>
    createHmac('sha256', key).update(`${id} ${size} ${until}`).digest()
}
