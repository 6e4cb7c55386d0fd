import { defineTask } from '#server/queue/task.ts'
import { inArray } from 'drizzle-orm'
import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { sweepParts } from './actions/photo-parts.ts'
import { users } from '#server/database/tables/users.ts'

export const sweepPhotosTask = defineTask('sweep-photos', {
  handler: sweepPhotos,
  expireInSeconds: 600,
})

const dayMs = 86_400_000
const pageSize = 500

/** Deletes files older than a day without a photo, left by a process that died between storing file and row, and old parts. */
export async function sweepPhotos(): Promise<void> {
  await sweepParts()
  const store = services().photos
  let names: string[] = []
  for await (const name of store.namesBefore?.(new Date(now().getTime() - dayMs)) ?? []) {
    names.push(name)
    if (names.length < pageSize) continue
    await sweepNames(names)
    names = []
  }
  await sweepNames(names)
}

const idIn = (name: string) => name.slice(0, 36)

async function sweepNames(names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const ids = [...new Set(names.map(idIn))]
  const [photos, portraits] = await Promise.all([
    db().select({ id: jobPhotos.id }).from(jobPhotos).where(inArray(jobPhotos.id, ids)),
    db().select({ id: users.photoId }).from(users).where(inArray(users.photoId, ids)),
  ])
  const used = new Set([...photos, ...portraits].map(({ id }) => id))
  for (const name of names)
    if (!used.has(idIn(name)) || name.endsWith('.tmp')) await services().photos.remove(name)
}
