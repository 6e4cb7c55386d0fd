import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bucketAndDisk } from './bucket-and-disk.ts'
import { diskPhotoStore } from './disk.ts'
import { transferPhotos } from './transfer-photos.ts'
import { s3PhotoStore } from './s3.ts'
import { startTestBucket } from './test-bucket.ts'

let folder: string
let server: Awaited<ReturnType<typeof startTestBucket>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fivequart-moving-'))
  server = await startTestBucket()
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const stores = () => ({ disk: diskPhotoStore(folder), bucket: s3PhotoStore(server.options) })
const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()
const newName = () => `${randomUUID()}.jpg`

test('a photo from before the bucket is shown, and a new one goes to the bucket only', async () => {
  const { disk, bucket } = stores()
  const both = bucketAndDisk(bucket, disk)
  const [old, fresh] = [newName(), newName()]
  await disk.put(old, Buffer.from('old'))
  await both.put(fresh, Buffer.from('fresh'))
  expect([textOf(await both.get(old)), textOf(await both.get(fresh))]).toEqual(['old', 'fresh'])
  expect([...server.objects.keys()]).toEqual([`photos/${fresh}`])
  expect(await disk.get(fresh)).toBe(undefined)
  await both.remove(old)
  await both.remove(fresh)
  expect([await both.get(old), await both.get(fresh)]).toEqual([undefined, undefined])
})

test('a bucket outage is not reported as a missing photo', async () => {
  const { disk, bucket } = stores()
  const name = newName()
  server.settings.broken = true
  await expect(bucketAndDisk(bucket, disk).get(name)).rejects.toMatchObject({ code: 'unavailable' })
})

test('all photos are transferred and stay visible throughout', async () => {
  const { disk, bucket } = stores()
  const names = Array.from({ length: 7 }, newName)
  for (const name of names) await disk.put(name, Buffer.from(name))
  const both = bucketAndDisk(bucket, disk)
  const counts: number[] = []
  await transferPhotos(disk, bucket, (count) => counts.push(count))
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(server.objects.size).toBe(7)
  for (const name of names) {
    expect(textOf(await both.get(name))).toBe(name)
    expect(await disk.get(name)).toBe(undefined)
  }
})

test('an outage loses nothing, and the next try transfers the rest', async () => {
  const { disk, bucket } = stores()
  const names = [newName(), newName(), newName()]
  for (const name of names) await disk.put(name, Buffer.from(name))
  const both = bucketAndDisk(bucket, disk)
  const breakAfter = (count: number) => void (server.settings.broken = count === 1)
  await expect(transferPhotos(disk, bucket, breakAfter)).rejects.toMatchObject({
    code: 'unavailable',
  })
  server.settings.broken = false
  for (const name of names) expect(textOf(await both.get(name))).toBe(name)
  await transferPhotos(disk, bucket, () => {})
  expect(server.objects.size).toBe(3)
})

test('a photo deleted during the transfer does not come back', async () => {
  const { disk, bucket } = stores()
  const name = newName()
  await disk.put(name, Buffer.from('x'))
  const slow = {
    ...bucket,
    async put(of: string, bytes: Uint8Array) {
      await bucketAndDisk(bucket, disk).remove(of)
      await bucket.put(of, bytes)
    },
  }
  await transferPhotos(disk, slow, () => {})
  expect(server.objects.size).toBe(0)
})
