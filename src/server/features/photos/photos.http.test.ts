import { mkdtempSync } from 'node:fs'
import { readdir, rm, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { now } from '#server/base/clock.ts'
import { services } from '#server/adapters/services.ts'
import { db } from '#server/database/database.ts'
import { type JobRow, makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { useServices } from '#server/testing/test-services.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { listenAt } from '#server/testing/test-socket.ts'
import { sweepPhotos } from './tasks.ts'
import { erasePhotos } from './actions/erase-and-merge.ts'
import { claimedPng, fromPhone, twoColors } from './test-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'fivequart-photos-'))
const app = useTestApp({ env: { DATA_DIR: folder } })
let technician: TestPerson
let customer: TestPerson
let job: JobRow
beforeEach(async () => {
  technician = await app.as('technician')
  customer = await app.as('customer')
  job = await makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: customer.user.id,
  })
})
afterEach(() => rm(join(folder, 'photos'), { recursive: true, force: true }))
afterAll(() => rm(folder, { recursive: true, force: true }))

const route = 'POST /api/jobs/{id}/photos'
type Sent = { who?: TestPerson; type?: string; key?: string; moment?: string; jobId?: string }

const upload = (bytes: Buffer, sent: Sent = {}) =>
  (sent.who ?? technician).call(route, {
    params: { id: sent.jobId ?? job.id },
    query: { moment: sent.moment ?? 'before' },
    bytes,
    headers: {
      'content-type': sent.type ?? 'image/jpeg',
      ...(sent.key && { 'idempotency-key': sent.key }),
    },
  })

const jpeg = (width = 60, height = 40) => twoColors(width, height).jpeg().toBuffer()
const list = async (who = technician) =>
  (await who.call('GET /api/jobs/{id}/photos', { params: { id: job.id } })).body
const setStatus = (status: JobRow['status']) =>
  db().update(jobs).set({ status }).where(eq(jobs.id, job.id))
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.parentPath.includes('photos'))
    .map(({ parentPath, name }) => join(parentPath, name))

async function expectNothingKept() {
  expect(await files()).toEqual([])
  expect(await db().$count(jobPhotos)).toBe(0)
}

/** The color in the middle of one half of a photo. */
async function colorAt(bytes: Buffer, half: 'top' | 'bottom' | 'left' | 'right') {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const x = { left: 0.25, right: 0.75, top: 0.5, bottom: 0.5 }[half]
  const y = { top: 0.25, bottom: 0.75, left: 0.5, right: 0.5 }[half]
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
}

test.each(['ENOSPC', 'EDQUOT'])(
  'a full disk (%s) is reported like any storage error, and nothing is stored',
  async (code) => {
    const full = Object.assign(new Error('no space left on device'), { code })
    useServices({ photos: { ...services().photos, put: () => Promise.reject(full) } })
    expect(await upload(await jpeg())).toMatchObject({
      status: 503,
      body: {
        code: 'unavailable',
        message: 'We cannot reach our data at the moment. Please try again.',
      },
    })
    await expectNothingKept()
  },
)

test('a photo comes back upright, smaller, as a JPEG without location or device', async () => {
  const sent = await fromPhone(3000, 2000)
  expect(sent.includes('SecretPhone')).toBe(true)
  const answer = await upload(sent, { moment: 'after' })
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      id: expect.any(String),
      moment: 'after',
      width: 1365,
      height: 2048,
      createdAt: expect.any(String),
      receivedAt: expect.any(String),
      url: `/api/photos/${answer.body.id}`,
      thumbnailUrl: `/api/photos/${answer.body.id}/thumbnail`,
      removable: true,
    },
  ])
  expect(await list()).toEqual([answer.body])
  const { url, thumbnailUrl } = answer.body
  for (const [path, width, height] of [
    [url, 1365, 2048],
    [thumbnailUrl, 213, 320],
  ]) {
    const picture = await technician.call(`GET ${path}`)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'cookie',
    })
    const found = await sharp(picture.bytes).metadata()
    expect(found).toMatchObject({ format: 'jpeg', width, height })
    expect([found.exif, found.xmp, found.iptc, found.icc]).toEqual(Array(4).fill(undefined))
    expect(found.orientation).toBe(undefined)
    expect(picture.bytes.includes('SecretPhone')).toBe(false)
    // Taken with the phone on its right side, so its top is on the right.
    expect(await colorAt(picture.bytes, 'right')).toBe('red')
    expect(await colorAt(picture.bytes, 'left')).toBe('blue')
  }
  expect((await files()).length).toBe(2)
})

test.each([
  ['image/png', () => twoColors(60, 40).png().toBuffer()],
  ['image/webp', () => twoColors(60, 40).webp().toBuffer()],
  ['image/avif', () => twoColors(60, 40).avif().toBuffer()],
  // The bytes decide, not the declared type.
  ['image/png', () => jpeg()],
])('%s is accepted and stored as JPEG', async (type, make) => {
  const { status, body } = await upload(await make(), { type })
  expect([status, body.width, body.height]).toEqual([201, 60, 40])
  const picture = await technician.call(`GET ${body.url}`)
  expect((await sharp(picture.bytes).metadata()).format).toBe('jpeg')
})

describe('a file that is not a photo is refused, and nothing is stored', () => {
  const text = (value: string) => async () => Buffer.from(value)
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic'),
    Buffer.alloc(200),
  ])
  test.each<[string, number, () => Promise<Buffer>]>([
    ['an SVG', 415, text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      'a GIF',
      415,
      async () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    ],
    ['a TIFF', 415, () => twoColors(60, 40).tiff().toBuffer()],
    ['a PDF', 415, text('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
    ['a program', 415, async () => Buffer.concat([Buffer.from('MZ\x90\0\x03'), Buffer.alloc(900)])],
    ['a page', 415, text('<!doctype html><script>alert(1)</script>')],
    ['half a JPEG', 400, async () => half(await jpeg(600, 400))],
    ['the start of a JPEG', 400, async () => (await jpeg()).subarray(0, 30)],
    ['half a PNG', 400, async () => half(await twoColors(600, 400).png().toBuffer())],
    ['a HEIC without a picture', 400, async () => heic],
    ['a PNG of two thousand million pixels', 413, () => claimedPng(50_000, 40_000)],
    ['a PNG of 81 million pixels', 413, () => claimedPng(9000, 9000)],
    ['nothing', 400, async () => Buffer.alloc(0)],
  ])('%s: %i', async (_, status, make) => {
    const answer = await upload(await make())
    expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)])
    await expectNothingKept()
  })

  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

  test.each(['image/svg+xml', 'image/gif', 'application/json', 'multipart/form-data; boundary=x'])(
    'anything called %s: 415',
    async (type) => {
      expect((await upload(await jpeg(), { type })).status).toBe(415)
      await expectNothingKept()
    },
  )

  test('80 megabytes: 413, before anything is read', async () => {
    const answer = await upload(Buffer.alloc(80_000_000))
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
    await expectNothingKept()
  })

  test('an invalid moment: 400', async () => {
    expect((await upload(await jpeg(), { moment: 'during' })).status).toBe(400)
    await expectNothingKept()
  })
})

test('strangers are refused before their bytes are read', async () => {
  const huge = Buffer.alloc(80_000_000)
  const anybody = { params: { id: job.id }, query: { moment: 'before' }, bytes: huge }
  const headers = { 'content-type': 'image/jpeg' }
  expect((await app.call(route, { ...anybody, headers })).status).toBe(401)
  expect((await customer.call(route, { ...anybody, headers })).status).toBe(403)
  const foreign = { ...headers, origin: 'https://evil.example' }
  expect((await technician.call(route, { ...anybody, headers: foreign })).status).toBe(403)
})

describe('many files at once, each held in memory', () => {
  let url = ''
  beforeAll(async () => {
    url = await listenAt(app.app)
  })

  /** Starts sending a file of that many bytes. */
  async function begin(who: TestPerson, bytes: number) {
    const cookie = `fq_session=${await startSession(who.user.id)}`
    const call = request(`${url}/api/jobs/${job.id}/photos?moment=before`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'image/jpeg', 'content-length': bytes },
    })
    const sent = { status: 0, retryAfter: '', call }
    call.on('response', ({ statusCode = 0, headers }) => {
      sent.status = statusCode
      sent.retryAfter = headers['retry-after'] ?? ''
    })
    call.on('error', () => {}).flushHeaders()
    return sent
  }

  test('one person uploads at most six at a time', async () => {
    const bytes = await jpeg()
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => begin(technician, bytes.length)),
    )
    const refused = () => begun.filter(({ status }) => status === 429)
    await expect.poll(refused).toHaveLength(2)
    const [first, second, ...others] = begun.filter(({ status }) => status === 0)
    expect((await upload(bytes)).status).toBe(429)
    first?.call.end(bytes)
    await expect.poll(() => first?.status).toBe(201)
    second?.call.destroy()
    await expect.poll(async () => (await upload(bytes)).status).toBe(201)
    for (const { call } of others) call.end(bytes)
    await expect.poll(() => others.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  })

  test('a hundred people together upload at most 200 MB at a time', async () => {
    const people = await Promise.all(Array.from({ length: 100 }, () => app.as('technician')))
    const begun = await Promise.all(people.map((who) => begin(who, 12_000_000)))
    const refused = () => begun.filter(({ status }) => status !== 0)
    await expect.poll(refused).toHaveLength(100 - Math.floor(200 / 12))
    for (const { status, retryAfter } of refused()) expect([status, retryAfter]).toEqual([503, '5'])
    // A file smaller than the rest still fits.
    const bytes = await jpeg()
    expect((await upload(bytes)).status).toBe(201)
    // A large one waits until others have finished, then is read and refused.
    const large = Buffer.alloc(11_000_000)
    expect((await upload(large)).status).toBe(503)
    for (const { call } of begun) call.destroy()
    await expect.poll(async () => (await upload(large)).status).toBe(415)
  })
})

test('people who may see the visit see its photos, and others cannot tell whether they exist', async () => {
  const { body } = await upload(await jpeg())
  const admin = await app.as('admin')
  const others = [await app.as('technician'), await app.as('customer')]
  const routes = ['GET /api/jobs/{id}/photos', `GET ${body.url}`, `GET ${body.thumbnailUrl}`]
  const params = { id: job.id }
  for (const each of routes) {
    for (const who of [technician, customer, admin])
      expect((await who.call(each, { params })).status).toBe(200)
    for (const who of others) expect((await who.call(each, { params })).status).toBe(404)
    expect((await app.call(each, { params })).status).toBe(401)
  }
  const [stranger = technician] = others
  expect((await upload(await jpeg(), { who: stranger })).status).toBe(404)
  expect((await stranger.call('DELETE /api/photos/{id}', { params: body })).status).toBe(404)
  const unknown = await stranger.call(`GET /api/photos/${job.id}`)
  const hidden = await stranger.call(`GET ${body.url}`)
  expect(unknown.body).toEqual(hidden.body)
  expect((await list(customer))[0]).toMatchObject({ id: body.id, removable: false })
})

test('one key stores one photo, even with concurrent repeats', async () => {
  const bytes = await jpeg()
  const answers = await Promise.all([1, 2, 3].map(() => upload(bytes, { key: 'shot-1' })))
  answers.push(await upload(bytes, { key: 'shot-1' }))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await files()).length).toBe(2)
  await upload(bytes, { key: 'shot-2' })
  expect((await list()).length).toBe(2)
  expect((await upload(await jpeg(30, 20), { key: 'shot-1' })).status).toBe(409)
  expect((await list()).length).toBe(2)
})

test('a repeat after the visit ended gets the first answer, a new photo 409', async () => {
  const bytes = await jpeg()
  const first = await upload(bytes, { key: 'shot' })
  await setStatus('completed')
  expect((await upload(bytes, { key: 'shot' })).body).toEqual(first.body)
  const kept = await files()
  expect((await upload(bytes, { key: 'late' })).status).toBe(409)
  expect(await files()).toEqual(kept)
})

// The technician of a cancelled visit no longer sees its photos.
test.each([
  ['completed', 409],
  ['cancelled', 404],
] as const)('a %s visit is locked', async (status, refused) => {
  const { body } = await upload(await jpeg())
  await setStatus(status)
  expect((await upload(await jpeg())).status).toBe(409)
  const removal = await technician.call('DELETE /api/photos/{id}', { params: { id: body.id } })
  expect(removal.status).toBe(refused)
  expect(await list(customer)).toEqual([{ ...body, removable: false }])
  expect((await files()).length).toBe(2)
})

test('a visit ending during processing stores nothing', async () => {
  const large = await jpeg(4000, 3000)
  const sending = upload(large)
  await setStatus('completed')
  expect((await sending).status).toBe(409)
  await expectNothingKept()
})

test('a photo is deleted by its author or the office, files included', async () => {
  const [own, other] = [(await upload(await jpeg())).body, (await upload(await jpeg())).body]
  const admin = await app.as('admin')
  const taken = (await upload(await jpeg(), { who: admin })).body
  const remove = (who: TestPerson, id: string) =>
    who.call('DELETE /api/photos/{id}', { params: { id } })
  expect((await remove(customer, own.id)).status).toBe(403)
  expect((await remove(technician, taken.id)).status).toBe(403)
  expect((await remove(technician, own.id)).body).toEqual({ success: true })
  expect((await remove(technician, own.id)).status).toBe(404)
  expect((await technician.call(`GET ${own.url}`)).status).toBe(404)
  expect((await remove(admin, other.id)).status).toBe(200)
  expect((await list(admin)).map(({ id }: { id: string }) => id)).toEqual([taken.id])
  await expect.poll(files).toHaveLength(2)
})

test('a visit has at most 40 photos', async () => {
  const row = { jobId: job.id, moment: 'before' as const, width: 1, height: 1, bytes: 1 }
  await db()
    .insert(jobPhotos)
    .values(Array.from({ length: 39 }, () => row))
  const bytes = await jpeg()
  const answers = await Promise.all([1, 2, 3, 4].map(() => upload(bytes)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 409, 409, 409,
  ])
  expect(await db().$count(jobPhotos)).toBe(40)
  expect((await files()).length).toBe(2)
})

test('the sweep removes old files without a photo, and no others', async () => {
  await upload(await jpeg())
  const kept = await files()
  await upload(await jpeg())
  const orphans = (await files()).filter((path) => !kept.includes(path))
  const orphan = /([^/]{36})(-thumbnail)?\.jpg$/.exec(orphans[0] ?? '')?.[1] ?? ''
  await db().delete(jobPhotos).where(eq(jobPhotos.id, orphan))
  await sweepPhotos()
  expect((await files()).length).toBe(4)
  const longAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const path of await files()) await utimes(path, longAgo, longAgo)
  await sweepPhotos()
  expect((await files()).toSorted()).toEqual(kept.toSorted())
})

test('deleting a customer deletes the photos', async () => {
  await upload(await jpeg())
  const other = await makeJob({
    status: 'in_progress',
    technicianId: technician.user.id,
    customerId: (await makeUser()).id,
  })
  await upload(await jpeg(), { jobId: other.id })
  await erasePhotos(customer.user.id)
  expect(await list()).toEqual([])
  await expect.poll(files).toHaveLength(2)
})

test('the history shows whether each photo was taken before or after the work', async () => {
  const admin = await app.as('admin')
  await upload(await jpeg(), { moment: 'before' })
  const { body: photo } = await upload(await jpeg(), { moment: 'after' })
  await technician.call('DELETE /api/photos/{id}', { params: { id: photo.id } })
  const { body } = await admin.call('GET /api/jobs/{id}/history', { params: { id: job.id } })
  expect(body).toMatchObject([
    { title: 'Photo added', lines: ['Before'] },
    { title: 'Photo added', lines: ['After'] },
    { title: 'Photo deleted', lines: ['After'] },
  ])
})

describe('a photo in parts', () => {
  const key = '7b0f1bd0-5a0e-4c7e-9a52-0d3a3f5f9a11'
  const part = (bytes: Buffer, from: number, who = technician) =>
    who.call('PUT /api/photo-parts/{upload}', {
      params: { upload: key },
      query: { from: String(from) },
      bytes,
      headers: { 'content-type': 'image/jpeg' },
    })
  const end = (bytes: Buffer, from: number) =>
    technician.call(route, {
      params: { id: job.id },
      query: { moment: 'after', from: String(from) },
      bytes,
      headers: { 'content-type': 'image/jpeg', 'idempotency-key': key },
    })

  test('is stored as if it came whole, once, whatever is repeated', async () => {
    const photo = await fromPhone(1200, 800)
    const [a, b] = [1000, 5000]
    expect((await part(photo.subarray(0, a), 0)).body).toEqual({ received: a })
    expect((await part(photo.subarray(a, b), a)).body).toEqual({ received: b })
    // Repeated, in other sizes, or too far ahead: the server returns where to continue.
    for (const [from, to] of [
      [0, a],
      [a, a + 7],
      [b + 1, b + 9],
    ] as const)
      expect((await part(photo.subarray(from, to), from)).body).toEqual({ received: b })
    expect(await end(photo.subarray(a), a)).toMatchObject({
      status: 409,
      body: { details: { reason: 'parts', received: b } },
    })
    const first = await end(photo.subarray(b), b)
    expect(first).toMatchObject({ status: 201, body: { moment: 'after' } })
    expect((await end(photo.subarray(b), b)).body).toEqual(first.body)
    expect(await list()).toHaveLength(1)
  })

  test('two at once of the same part leave one', async () => {
    const photo = await fromPhone(600, 400)
    await Promise.all([part(photo.subarray(0, 900), 0), part(photo.subarray(0, 900), 0)])
    expect((await end(photo.subarray(900), 900)).status).toBe(201)
  })

  test('differs between people, and is limited to the size of a photo', async () => {
    const photo = await jpeg()
    await part(photo.subarray(0, 100), 0)
    const other = await app.as('technician')
    expect((await part(photo.subarray(100), 100, other)).body).toEqual({ received: 0 })
    expect((await part(Buffer.alloc(100), 11_999_950)).status).toBe(413)
    expect((await part(photo, 0, customer)).status).toBe(403)
  })
})

describe('a photo that arrives after the visit was ended', () => {
  const at = (time: string) => ({ 'x-happened-at': time })
  const late = async (time: string, who = technician) =>
    who.call(route, {
      params: { id: job.id },
      query: { moment: 'after' },
      bytes: await jpeg(),
      headers: { 'content-type': 'image/jpeg', ...at(time) },
    })
  const complete = (who: TestPerson, time: string) =>
    who.call('PATCH /api/jobs/{id}/status', {
      params: { id: job.id },
      body: { status: 'completed' },
      headers: at(time),
    })
  const minutesAgo = (minutes: number) => new Date(now().getTime() - minutes * 60_000).toISOString()

  test('is accepted if its technician took it before', async () => {
    const [before, end, after] = [10, 5, 1].map(minutesAgo) as [string, string, string]
    expect((await complete(technician, end)).status).toBe(200)
    expect(await late(before)).toMatchObject({
      status: 201,
      body: { createdAt: before, removable: false },
    })
    expect((await late(after)).status).toBe(409)
    expect((await upload(await jpeg())).status).toBe(409)
    expect(await list(customer)).toHaveLength(1)
  })

  test('is refused if the office ended it', async () => {
    const admin = await app.as('admin')
    await complete(admin, minutesAgo(5))
    expect((await late(minutesAgo(10))).status).toBe(409)
  })
})
