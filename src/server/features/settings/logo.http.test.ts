import sharp from 'sharp'
import { expect, test } from 'vitest'
import { currentSettings } from '#server/base/current-settings.ts'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { logos } from '#server/database/tables/settings.ts'
import { claimedPng, fromPhone } from '#server/features/photos/test-pictures.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { logoSizes } from '#shared/rules/logo.ts'

const app = useTestApp()
type Admin = Awaited<ReturnType<typeof app.as>>

/** A transparent picture with lines of one color, inside an empty `margin`. */
async function lines(color: string, { width = 300, height = 100, margin = 20 } = {}) {
  const line = {
    create: {
      width: width - 2 * margin,
      height: height - 2 * margin,
      channels: 4 as const,
      background: color,
    },
  }
  return sharp({ create: { width, height, channels: 4, background: '#00000000' } })
    .composite([{ input: await sharp(line).png().toBuffer() }])
    .png()
    .toBuffer()
}

const upload = (admin: Admin, bytes: Buffer, type = 'image/png') =>
  admin.call('POST /api/admin/logo', { bytes, headers: { 'content-type': type } })
const put = (admin: Admin, logo: object | null, headers = {}) =>
  admin.call('PUT /api/admin/settings', { body: { logo }, headers })
const picture = (id: string, size: string) =>
  app.call('GET /api/logo/{id}', { params: { id }, query: { size } })

test('an uploaded logo is previewed, then published by saving, and can be undone', async () => {
  const admin = await app.as('admin')
  const { status, body: logo } = await upload(admin, await lines('#101010'))
  expect(status).toBe(201)
  expect(logo).toMatchObject({ width: 260, height: 60, ground: 'light' })
  expect((await app.call('GET /api/config')).body.logo).toBeNull()
  expect((await put(admin, logo)).status).toBe(200)
  expect((await app.call('GET /api/config')).body.logo).toEqual(logo)
  const [change] = (await admin.call('GET /api/admin/settings/changes')).body as { id: string }[]
  expect(change).toMatchObject({ before: { logo: null }, after: { logo } })
  await admin.call('POST /api/admin/settings/changes/{id}/undo', { params: { id: change!.id } })
  expect((await app.call('GET /api/config')).body.logo).toBeNull()
})

test('it is served in every size, cacheable forever', async () => {
  const admin = await app.as('admin')
  const { body: logo } = await upload(admin, await lines('#ffffff'))
  expect(logo.ground).toBe('dark')
  const sides: Record<string, [number, number]> = {}
  for (const size of logoSizes) {
    const { status, bytes, headers } = await picture(logo.id, size)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const { width, height, hasAlpha } = await sharp(bytes).metadata()
    sides[size] = [width, height]
    // Every size but the bar's is on our own background.
    expect({ size, hasAlpha }).toEqual({ size, hasAlpha: size === 'bar' })
  }
  expect(sides).toMatchObject({
    bar: [260, 60],
    'icon-192': [192, 192],
    'icon-512': [512, 512],
    'maskable-512': [512, 512],
    'apple-touch': [180, 180],
    share: [1200, 630],
  })
  const { data } = await sharp((await picture(logo.id, 'icon-192')).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([0x14, 0x18, 0x1f])
  expect((await picture(logo.id, 'huge')).status).toBe(400)
  expect((await picture('7f1d2c3b-0a49-4e58-8d67-9c8b7a6f5e4d', 'bar')).status).toBe(404)
})

const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'

test.each([
  ['an SVG under another name', () => Buffer.from(svg), 415, /can carry scripts/],
  ['a file that is not a picture', () => Buffer.from('GIF89a and more'), 415, /PNG, JPEG or WebP/],
  ['half a picture', async () => (await lines('#101010')).subarray(0, 200), 400, /damaged/],
  ['a blank picture', () => lines('#00000000'), 400, /is blank/],
  ['a dot', () => lines('#101010', { width: 40, height: 40, margin: 4 }), 400, /too small/],
  ['a line', () => lines('#101010', { width: 1300, height: 60, margin: 20 }), 400, /too long/],
  ['too many pixels', () => claimedPng(20_000, 20_000), 413, /too many pixels/],
  ['too many bytes', () => Buffer.alloc(2_000_001), 413, /^This file is larger than 2 MB\.$/],
] as const)('%s is refused, and nothing is stored', async (_, make, status, expected) => {
  const admin = await app.as('admin')
  const answer = await upload(admin, await make())
  expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(expected) } })
  expect(await db().$count(logos)).toBe(0)
})

test('a JPEG is rotated upright and loses its metadata', async () => {
  const admin = await app.as('admin')
  const { body: logo } = await upload(admin, await fromPhone(400, 300), 'image/jpeg')
  expect(logo).toMatchObject({ width: 300, height: 400, ground: 'any' })
  for (const size of logoSizes) {
    const { bytes } = await picture(logo.id, size)
    expect(bytes.includes('SecretPhone')).toBe(false)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  }
})

test('only an uploaded logo can be chosen, with the dimensions of its pictures', async () => {
  const admin = await app.as('admin')
  const { body: logo } = await upload(admin, await lines('#101010'))
  expect(await put(admin, { ...logo, id: '7f1d2c3b-0a49-4e58-8d67-9c8b7a6f5e4d' })).toMatchObject({
    status: 400,
    body: { details: { fields: [{ path: 'logo' }] } },
  })
  await put(admin, { ...logo, width: 9999, ground: 'dark' })
  expect(currentSettings().logo).toEqual(logo)
})

test('the second of two admins changing it is notified', async () => {
  const admin = await app.as('admin')
  const { body: one } = await upload(admin, await lines('#101010'))
  const { body: other } = await upload(admin, await lines('#c01010'))
  const { headers } = await admin.call('GET /api/admin/settings')
  await put(admin, one)
  const refused = await put(admin, other, { 'if-match': String(headers.etag) })
  expect(refused).toMatchObject({ status: 409, body: { details: { reason: 'changed' } } })
  expect(refused.body.message).toContain('a different picture')
})

test('a logo never chosen is deleted after a day; one chosen before stays', async () => {
  const admin = await app.as('admin')
  const { body: unused } = await upload(admin, await lines('#101010'))
  const { body: used } = await upload(admin, await lines('#c01010'))
  await put(admin, used)
  await put(admin, null)
  travelTo(new Date(Date.now() + 2 * 86_400_000))
  const later = await app.as('admin')
  await upload(later, await lines('#10c010'))
  const left = (await db().select({ id: logos.id }).from(logos)).map(({ id }) => id)
  expect(left).toContain(used.id)
  expect(left).not.toContain(unused.id)
})
