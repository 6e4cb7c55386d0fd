import { beforeEach, expect, test } from 'vitest'
import { makeJob } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { businessToday } from '#server/base/business-time.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { loadCoreSpots } from '#server/reads/core-spots.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
beforeEach(loadCoreSpots)

const downtown = {
  name: 'Downtown',
  address: 'Austin, TX 78701',
  latitude: 30.2648,
  longitude: -97.7472,
  radiusMiles: 10,
}
const north = { ...downtown, name: 'Round Rock', latitude: 30.5087, longitude: -97.6774 }

const areaOf = async (zip: string) =>
  (await app.call('GET /api/service-area', { query: { zip } })).body.answer

type Admin = Awaited<ReturnType<typeof app.as>>
const add = (admin: Admin, body: object = downtown) =>
  admin.call('POST /api/admin/core-spots', { body })
const listed = async (admin: Admin) => (await admin.call('GET /api/admin/core-spots')).body
const changes = async (admin: Admin) =>
  (await admin.call('GET /api/admin/settings/changes')).body as {
    id: string
    before: object | null
    after: object | null
    by: string
    isUndone: boolean
    canUndo: boolean
  }[]
const undo = (admin: Admin, id: string) =>
  admin.call('POST /api/admin/settings/changes/{id}/undo', { params: { id } })

test('a new core spot applies to addresses at once', async () => {
  const admin = await app.as('admin')
  const { status, body } = await add(admin)
  expect(status).toBe(201)
  expect(body).toEqual({ ...downtown, id: body.id, isActive: true, taxRateBp: null, taxMode: null })
  expect(await areaOf('78704')).toBe('inside')
  expect(await areaOf('60614')).toBe('outside')
  expect(await listed(admin)).toMatchObject([{ id: body.id, version: 1, coverage: { others: 0 } }])
})

test('spots may overlap, and one is switched off and changed', async () => {
  const admin = await app.as('admin')
  const [{ body: first }, { body: second }] = [await add(admin), await add(admin, north)]
  const params = { id: first.id }
  const patch = (body: object) => admin.call('PATCH /api/admin/core-spots/{id}', { params, body })
  expect(await patch({ isActive: false })).toMatchObject({ status: 200, body: { isActive: false } })
  expect(await areaOf('78745')).toBe('outside')
  await patch({ isActive: true, radiusMiles: 20.5, name: 'All of Austin' })
  expect(await areaOf('78745')).toBe('inside')
  expect(await listed(admin)).toMatchObject([
    { name: 'All of Austin', radiusMiles: 20.5, version: 3, coverage: { others: 1 } },
    { id: second.id },
  ])
})

test.each([
  [{ latitude: 91 }, 'latitude'],
  [{ latitude: -97.7, longitude: 30.3 }, 'latitude'],
  [{ latitude: 0, longitude: 0 }, 'latitude'],
  [{ longitude: -180.5 }, 'longitude'],
  [{ latitude: 'north' }, 'latitude'],
  [{ latitude: null }, 'latitude'],
  [{ radiusMiles: 0 }, 'radiusMiles'],
  [{ radiusMiles: 100.1 }, 'radiusMiles'],
  [{ radiusMiles: 7.55 }, 'radiusMiles'],
  [{ name: ' ' }, 'name'],
  [{ address: '' }, 'address'],
])('%j is refused at its field', async (wrong, path) => {
  const admin = await app.as('admin')
  const answer = await add(admin, { ...downtown, ...wrong })
  expect(answer.status).toBe(400)
  expect(answer.body.details.fields).toMatchObject([{ path }])
  expect(await listed(admin)).toEqual([])
})

test('a duplicate spot is refused at its field, also concurrently and by a change', async () => {
  const admin = await app.as('admin')
  const answers = await Promise.all([add(admin), add(admin)])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '400'])
  const fieldOf = async (wrong: object) =>
    (await add(admin, wrong)).body.details.fields.map(({ path }: { path: string }) => path)
  expect(await fieldOf({ ...north, name: ' downtown' })).toEqual(['name'])
  expect(await fieldOf({ ...downtown, name: 'Center' })).toEqual(['latitude'])
  const { body } = await add(admin, north)
  const patch = (body: object, id: string) =>
    admin.call('PATCH /api/admin/core-spots/{id}', { params: { id }, body })
  expect((await patch({ name: 'Downtown' }, body.id)).status).toBe(400)
  const { latitude, longitude } = downtown
  expect((await patch({ latitude, longitude }, body.id)).status).toBe(400)
  expect((await patch({ ...north, radiusMiles: 5 }, body.id)).status).toBe(200)
})

test('the second of two editors sees who was first, and a removed spot is not found', async () => {
  const [one, other] = [await app.as('admin'), await app.as('admin')]
  const { body } = await add(one)
  const params = { id: body.id }
  const change = (who: Admin, radiusMiles: number, version: string) =>
    who.call('PATCH /api/admin/core-spots/{id}', {
      params,
      body: { radiusMiles },
      headers: { 'if-match': version },
    })
  const first = await change(one, 12, '"1"')
  expect(first).toMatchObject({ status: 200 })
  expect(first.headers.etag).toBe('"2"')
  const by = `${one.user.firstName} ${one.user.lastName}`.trim()
  expect(await change(other, 14, '"1"')).toMatchObject({
    status: 409,
    body: {
      message: `${by} has changed this in the meantime: Radius: 10 → 12. Please check it again.`,
      details: { reason: 'changed', by, now: { radiusMiles: 12, version: 2 } },
    },
  })
  const remove = () => other.call('DELETE /api/admin/core-spots/{id}', { params })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect((await change(one, 14, '"2"')).status).toBe(404)
})

test('each change of a spot is recorded with its author, and undone once', async () => {
  const admin = await app.as('admin')
  const { body } = await add(admin)
  const params = { id: body.id }
  await admin.call('PATCH /api/admin/core-spots/{id}', { params, body: { radiusMiles: 4 } })
  await admin.call('PATCH /api/admin/core-spots/{id}', { params, body: { radiusMiles: 4 } })
  await admin.call('DELETE /api/admin/core-spots/{id}', { params })
  const [removal, edit, addition] = await changes(admin)
  expect(removal).toMatchObject({ before: { ...downtown, radiusMiles: 4 }, after: null })
  expect(edit).toMatchObject({ before: { radiusMiles: 10 }, after: { radiusMiles: 4 } })
  expect(addition).toMatchObject({ before: null, after: downtown })
  expect([removal, edit, addition].map((one) => one?.canUndo)).toEqual([true, false, false])
  expect((await undo(admin, edit!.id)).status).toBe(409)
  expect((await undo(admin, removal!.id)).status).toBe(200)
  expect((await undo(admin, removal!.id)).status).toBe(409)
  expect((await undo(admin, edit!.id)).status).toBe(200)
  expect(await listed(admin)).toMatchObject([downtown])
  expect((await undo(admin, addition!.id)).status).toBe(200)
  expect(await listed(admin)).toEqual([])
  expect(await changes(admin)).toHaveLength(6)
  expect((await undo(admin, crypto.randomUUID())).status).toBe(404)
})

test('a spot is restored only if its name and center are free', async () => {
  const admin = await app.as('admin')
  const gone = await add(admin)
  await admin.call('DELETE /api/admin/core-spots/{id}', { params: { id: gone.body.id } })
  const [removal] = await changes(admin)
  const other = await add(admin, { ...north, name: ' DOWNTOWN' })
  expect(await undo(admin, removal!.id)).toMatchObject({
    status: 409,
    body: {
      message:
        'There is now another core spot DOWNTOWN. Rename or delete that one first, then undo this.',
    },
  })
  const params = { id: other.body.id }
  const { latitude, longitude } = downtown
  const body = { name: 'Center', latitude, longitude }
  await admin.call('PATCH /api/admin/core-spots/{id}', { params, body })
  expect(await undo(admin, removal!.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^The core spot Center now has exactly this center\./) },
  })
  await admin.call('PATCH /api/admin/core-spots/{id}', { params, body: north })
  expect((await undo(admin, removal!.id)).status).toBe(200)
  expect((await listed(admin)).map(({ name }: { name: string }) => name)).toContain('Downtown')
})

test('a previous name or center is restored only if free', async () => {
  const admin = await app.as('admin')
  const { body } = await add(admin)
  const params = { id: body.id }
  await admin.call('PATCH /api/admin/core-spots/{id}', { params, body: { name: 'South' } })
  const [renaming] = await changes(admin)
  await add(admin, { ...north, name: 'Downtown' })
  expect((await undo(admin, renaming!.id)).status).toBe(409)
})

test("a circle's coverage is counted: ZIP codes, customers of a year, visits ahead", async () => {
  const admin = await app.as('admin')
  const [{ body: south }] = [await add(admin), await add(admin, north)]
  const today = businessToday()
  const inAustin = { latitude: 30.27, longitude: -97.74 }
  const first = await makeJob({ ...inAustin, serviceDate: addDays(today, 3), slot: slotAt(1) })
  const { customerId } = first
  await makeJob({ ...inAustin, customerId, serviceDate: addDays(today, 4), slot: slotAt(1) })
  await makeJob({
    ...inAustin,
    serviceDate: addDays(today, -30),
    slot: slotAt(1),
    status: 'completed',
  })
  await makeJob({
    ...inAustin,
    serviceDate: addDays(today, -400),
    slot: slotAt(1),
    status: 'completed',
  })
  await makeJob({
    ...inAustin,
    serviceDate: addDays(today, 5),
    slot: slotAt(1),
    status: 'cancelled',
  })
  await makeJob({
    latitude: 41.9,
    longitude: -87.65,
    serviceDate: addDays(today, 6),
    slot: slotAt(1),
  })
  const { latitude, longitude, radiusMiles } = downtown
  const ask = async (query: object) =>
    (
      await admin.call('GET /api/admin/core-spots/coverage', {
        query: { latitude, longitude, radiusMiles, ...query } as never,
      })
    ).body
  const all = await ask({})
  expect(all).toMatchObject({ customers: 2, visitsAhead: 2, others: 2 })
  expect(all.zipCodes).toBeGreaterThan(20)
  expect(all.only).toEqual({ zipCodes: 0, customers: 0, visitsAhead: 0 })
  const without = await ask({ except: south.id })
  expect(without).toMatchObject({ others: 1, only: { customers: 2, visitsAhead: 2 } })
  expect(without.only.zipCodes).toBeLessThan(all.zipCodes)
  expect((await ask({ radiusMiles: 1 })).zipCodes).toBeLessThan(all.zipCodes)
})

test('an address or ZIP code gives coordinates, and an unlocatable one is refused', async () => {
  const admin = await app.as('admin')
  const place = (address: string) =>
    admin.call('GET /api/admin/core-spots/place', { query: { address } })
  expect(await place('78701')).toMatchObject({
    status: 200,
    body: { precision: 'zip', city: 'Austin, TX', latitude: expect.closeTo(30.27, 1) },
  })
  expect((await place('500 Congress Ave, Austin, TX 78701')).body.precision).toBe('zip')
  for (const unknown of ['Austin', '00000', ''])
    expect((await place(unknown)).body.details.fields).toMatchObject([{ path: 'address' }])
})

test('the map draws the ZIP codes of a box, never too many', async () => {
  const admin = await app.as('admin')
  const box = { south: 30, north: 30.6, west: -98, east: -97.5 } as never
  const { body } = await admin.call('GET /api/admin/zip-centers', { query: box })
  expect(body).toContainEqual(expect.objectContaining({ zip: '78704', city: 'Austin' }))
  const world = { south: -90, north: 90, west: -180, east: 180 } as never
  const all = await admin.call('GET /api/admin/zip-centers', { query: world })
  expect(all.body.length).toBeGreaterThan(1500)
  expect(all.body.length).toBeLessThanOrEqual(2000)
})
