import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diskPhotoStore } from './adapters/photos/disk.ts'
import { startTestBucket } from './adapters/photos/test-bucket.ts'

const folder = mkdtempSync(join(tmpdir(), 'fivequart-photos-'))
afterAll(() => rmSync(folder, { recursive: true }))

function runPhotos(words: string[], more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, ...more }
  const args = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'photos.ts')]
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [...args, ...words],
      { env },
      (_error, out, problems) => resolve({ code: child.exitCode ?? -1, output: out + problems }),
    )
  })
}

test('explains its usage and missing settings', async () => {
  expect(await runPhotos([])).toEqual({
    code: 1,
    output: 'Usage: npm run photos -- transfer\n',
  })
  expect(await runPhotos(['transfer'])).toEqual({
    code: 1,
    output: 'Name the bucket first: PHOTO_S3_ENDPOINT and the variables beside it.\n',
  })
})

test('brings the photos of the data folder into the bucket', async () => {
  const bucket = await startTestBucket()
  const { endpoint, bucket: name, region, accessKey, secretKey } = bucket.options
  const env = {
    PHOTO_S3_ENDPOINT: endpoint,
    PHOTO_S3_BUCKET: name,
    PHOTO_S3_REGION: region,
    PHOTO_S3_ACCESS_KEY: accessKey,
    PHOTO_S3_SECRET_KEY: secretKey,
  }
  await diskPhotoStore(join(folder, 'photos')).put(`${randomUUID()}.jpg`, Buffer.from('x'))
  expect(await runPhotos(['transfer'], env)).toEqual({
    code: 0,
    output: 'Files that are in the bucket now: 1.\n',
  })
  expect(bucket.objects.size).toBe(1)
  expect((await runPhotos(['transfer'], env)).output).toMatch(/^There are no photos/)
  await bucket.close()
})
