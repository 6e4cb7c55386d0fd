import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { diskPhotoStore } from '#server/adapters/photos/disk.ts'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { seedDemo } from './seed.ts'
import { seedPhotos } from './seed-photos.ts'

useTestDatabase()

test('the demo has photos, added once, each with files of the stated size', async () => {
  await loadSettings()
  await loadReferenceData()
  await seedDemo(businessToday())
  const folder = await mkdtemp(join(tmpdir(), 'fivequart-photos-'))
  const store = diskPhotoStore(folder)
  await Promise.all([seedPhotos(store), seedPhotos(store)])
  const rows = await db().select().from(jobPhotos)
  expect(rows.filter(({ moment }) => moment === 'after').length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThanOrEqual(12)
  for (const { id, width, height, bytes } of rows) {
    const large = (await store.get(`${id}.jpg`)) ?? new Uint8Array()
    expect(large.byteLength).toBe(bytes)
    expect(await sharp(large).metadata()).toMatchObject({ format: 'jpeg', width, height })
    const thumbnail = (await store.get(`${id}-thumbnail.jpg`)) ?? new Uint8Array()
    expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 320, height: 240 })
  }
  await rm(folder, { recursive: true })
})
