import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { s3PhotoStore } from './s3.ts'
import { startTestBucket } from './test-bucket.ts'

let bucket: Awaited<ReturnType<typeof startTestBucket>>
beforeEach(async () => {
  bucket = await startTestBucket()
})
afterEach(() => bucket.close())

const name = `${randomUUID()}.jpg`

test('a photo is stored, read byte for byte, replaced and removed', async () => {
  const store = s3PhotoStore(bucket.options)
  const bytes = randomBytes(300_000)
  await store.put(name, bytes)
  expect([...bucket.objects.keys()]).toEqual([`photos/${name}`])
  expect(bucket.objects.get(`photos/${name}`)?.type).toBe('image/jpeg')
  expect(Buffer.from((await store.get(name)) ?? []).equals(bytes)).toBe(true)
  await store.put(name, Buffer.from('other'))
  expect(Buffer.from((await store.get(name)) ?? []).toString()).toBe('other')
  await store.remove(name)
  expect(bucket.objects.size).toBe(0)
})

test('a missing photo is not found and can be removed', async () => {
  const store = s3PhotoStore(bucket.options)
  expect(await store.get(name)).toBe(undefined)
  await store.remove(name)
})

test('the endpoint may name the bucket itself', async () => {
  const { bucket: bucketName, ...options } = bucket.options
  const store = s3PhotoStore({ ...options, endpoint: `${options.endpoint}/${bucketName}` })
  await store.put(name, Buffer.from('x'))
  expect(bucket.objects.size).toBe(1)
})

test.each([{ secretKey: 'another' }, { accessKey: 'AKOTHER' }, { region: 'eu-test-1' }])(
  'with %j nothing is stored or served',
  async (wrong) => {
    await s3PhotoStore(bucket.options).put(name, Buffer.from('x'))
    const store = s3PhotoStore({ ...bucket.options, ...wrong })
    const unavailable = { code: 'unavailable' }
    await expect(store.put(`${randomUUID()}.jpg`, Buffer.from('y'))).rejects.toMatchObject(
      unavailable,
    )
    await expect(store.get(name)).rejects.toMatchObject(unavailable)
    expect(bucket.objects.size).toBe(1)
  },
)

test('an outage is reported as one', async () => {
  const store = s3PhotoStore(bucket.options)
  bucket.settings.broken = true
  await expect(store.put(name, Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' })
  bucket.settings.broken = false
  await store.put(name, Buffer.from('x'))
})
