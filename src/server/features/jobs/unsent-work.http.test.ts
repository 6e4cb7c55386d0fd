import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { monday, tuesday } from '#server/features/booking/test-customer.ts'
import { jobPhotos } from '#server/database/tables/job-photos.ts'
import { twoColors } from '#server/features/photos/test-pictures.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const folder = mkdtempSync(join(tmpdir(), 'fivequart-unsent-'))
const app = useTestApp({ at: monday, env: { DATA_DIR: folder } })
afterAll(() => rm(folder, { recursive: true, force: true }))
let technician: TestPerson
let colleague: TestPerson
let customer: TestPerson
let admin: TestPerson
let id: string
beforeEach(async () => {
  technician = await app.as(await makeUser({ role: 'technician', firstName: 'Dan', lastName: 'D' }))
  ;[colleague, customer] = [await app.as('technician'), await app.as('customer')]
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
  const wanted = { technicianId: technician.user.id, customerId: customer.user.id }
  id = (await makeJob({ ...wanted, status: 'assigned', serviceDate: tuesday, slot: slotAt(2) })).id
})

const about = () => ({ params: { id } })
const assign = (technicianId: string | null) =>
  admin.call('POST /api/jobs/{id}/assign', { ...about(), body: { technicianId } })
const cancel = (who: TestPerson, reason: string) =>
  who.call('POST /api/jobs/{id}/cancel', { ...about(), body: { reason } })
const notDone = (who: TestPerson) => {
  travelTo(new Date('2026-11-24T17:00:00Z'))
  return who.call('POST /api/jobs/{id}/not-done', { ...about(), body: { reason: 'no_show' } })
}
const whatHappened = (who: TestPerson) => who.call('GET /api/jobs/{id}/taken-away', about())

const change = {
  what: 'Extra',
  entered: 'Wiper blade, 2 × $24.95',
  reason: 'The visit was no longer yours.',
  at: '2026-11-23T15:04:00Z',
}
const report = (who: TestPerson, body: object = { changes: [change] }, key = 'one') =>
  who.call('POST /api/jobs/{id}/unsent-work', {
    ...about(),
    body,
    headers: { 'idempotency-key': key },
  })
const read = (who: TestPerson) => who.call('GET /api/jobs/{id}/unsent-work', about())

const endings: [string, () => Promise<unknown>, object][] = [
  [
    'given to somebody else',
    () => assign(colleague.user.id),
    { what: 'reassigned', by: 'office', name: 'Olga Office', reason: '' },
  ],
  ['put back into the queue', () => assign(null), { what: 'unassigned', by: 'office' }],
  [
    'cancelled by the office',
    () => cancel(admin, 'The customer called'),
    { what: 'cancelled', by: 'office', reason: 'The customer called' },
  ],
  [
    'ended as not done by the office',
    () => notDone(admin),
    { what: 'not_done', by: 'office', name: 'Olga Office', reason: 'No one was there' },
  ],
  [
    'cancelled by the customer',
    () => cancel(customer, 'Sold the car'),
    { what: 'cancelled', by: 'customer', name: '', reason: 'Sold the car' },
  ],
]
test.each(endings)('a technician whose visit was %s sees when, by whom and why', async (...all) => {
  const [, end, expected] = all
  expect((await whatHappened(technician)).status).toBe(404)
  await end()
  const { status, body } = await whatHappened(technician)
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      number: expect.stringMatching(/^FQ-/),
      scheduledDate: tuesday,
      scheduledTime: '9:30 AM - 10:30 AM',
      at: expect.stringMatching(/Z$/),
      ...expected,
    }),
  ])
  expect(Object.keys(body)).toHaveLength(8)
})

test('work ended as not done on one device reaches the office from the other', async () => {
  expect((await notDone(technician)).status).toBe(200)
  expect((await whatHappened(technician)).body).toMatchObject({ what: 'not_done', by: 'self' })
  expect((await report(technician)).status).toBe(201)
  expect((await read(admin)).body).toMatchObject([{ changes: [change] }])
})

test('no one else sees it, and a technician who gets the visit back sees nothing', async () => {
  await assign(colleague.user.id)
  expect((await whatHappened(colleague)).status).toBe(404)
  expect((await whatHappened(await app.as('technician'))).status).toBe(404)
  expect((await whatHappened(customer)).status).toBe(403)
  await assign(technician.user.id)
  expect((await whatHappened(technician)).status).toBe(404)
  expect((await whatHappened(colleague)).status).toBe(200)
})

test('events after a visit was taken away are hidden from them', async () => {
  await assign(colleague.user.id)
  await cancel(admin, 'A secret')
  const { body } = await whatHappened(technician)
  expect(body).toMatchObject({ what: 'reassigned', reason: '' })
})

test('rejected changes reach the office once, with their visit', async () => {
  await assign(colleague.user.id)
  expect((await report(technician)).status).toBe(201)
  expect((await report(technician)).status).toBe(201)
  expect((await read(admin)).body).toEqual([
    {
      id: expect.any(String),
      technicianName: 'Dan D',
      createdAt: expect.stringMatching(/Z$/),
      handledAt: null,
      handledBy: '',
      changes: [change],
    },
  ])
  const bell = await notificationsShownTo(admin.user)
  expect(bell.filter(({ type }) => type === 'unsent_work')).toMatchObject([
    {
      title: 'Unsent work of Dan D',
      message: expect.stringMatching(/^FQ-\d+ was reassigned .* 1 change could not be saved\.$/),
      path: `/admin/jobs/${id}`,
    },
  ])
})

test('only a technician who lost the visit reports, and only the office reads', async () => {
  expect((await report(technician)).status).toBe(404)
  await assign(colleague.user.id)
  expect((await report(colleague)).status).toBe(404)
  expect((await report(customer)).status).toBe(403)
  expect((await report(technician, { changes: [] })).status).toBe(400)
  expect((await report(technician, { changes: [{ ...change, at: 'noon' }] })).status).toBe(400)
  for (const who of [technician, colleague, customer]) expect((await read(who)).status).toBe(403)
  expect(await db().$count(unsentWork)).toBe(0)
})

test.each(['2099-01-01T00:00:00Z', '2026-11-23T15:06:00Z', '1970-01-01T00:00:00Z'])(
  'work dated %s by a wrong clock is stored with its arrival time, and marked so',
  async (at) => {
    await assign(colleague.user.id)
    expect((await report(technician, { changes: [change, { ...change, at }] })).status).toBe(201)
    const [work] = (await read(admin)).body
    const received = expect.stringContaining('2026-11-23T15:00:0') as string
    expect(work.changes).toEqual([change, { ...change, at: received, phoneSaid: at }])
  },
)

test('it is deleted with the account of its customer', async () => {
  await cancel(customer, 'Sold the car')
  await report(technician)
  const erased = await customer.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  expect(erased.status).toBe(200)
  expect(await db().$count(unsentWork)).toBe(0)
})

const move = () =>
  admin.call('POST /api/jobs/{id}/reschedule', {
    ...about(),
    body: { scheduledDate: '2026-12-01', scheduledTime: labelAt(3) },
  })

test('a technician whose visit was moved sees that, and can report the work already done', async () => {
  await move()
  expect((await whatHappened(technician)).body).toMatchObject({
    what: 'rescheduled',
    scheduledDate: tuesday,
    scheduledTime: '9:30 AM - 10:30 AM',
    by: 'office',
    name: 'Olga Office',
  })
  expect((await whatHappened(colleague)).status).toBe(404)
  expect((await report(colleague)).status).toBe(404)
  expect((await report(technician)).status).toBe(201)
  expect((await read(admin)).body).toMatchObject([{ technicianName: 'Dan D', changes: [change] }])
  const bell = await notificationsShownTo(admin.user)
  expect(bell.find(({ type }) => type === 'unsent_work')?.message).toMatch(
    /^FQ-\d+ was moved while they had no signal\. 1 change could not be saved\.$/,
  )
})

const picture = (width = 60) => twoColors(width, 40).jpeg().toBuffer()
const upload = async (
  who: TestPerson,
  { key = 'photo', width = 60, route = 'unsent-photos' } = {},
) =>
  who.call(`POST /api/jobs/{id}/${route as 'unsent-photos'}`, {
    ...about(),
    query: { moment: 'before' },
    bytes: await picture(width),
    headers: {
      'content-type': 'image/jpeg',
      'idempotency-key': key,
      'x-happened-at': '2026-11-23T08:30:00Z',
    },
  })
const see = (who: TestPerson, photoId: string, call = 'GET /api/photos/{id}' as const) =>
  who.call(call, { params: { id: photoId } })
const photosOf = async (who: TestPerson) =>
  (await who.call('GET /api/jobs/{id}/photos', about())).body

test.each([
  ['given to somebody else', () => assign(colleague.user.id)],
  ['cancelled', () => cancel(admin, 'The customer called')],
  ['moved', move],
])('a photo of a visit that was %s goes only to the office', async (_, end) => {
  expect((await upload(technician)).status).toBe(404)
  await end()
  const { status, body } = await upload(technician)
  expect(status).toBe(201)
  expect((await upload(technician)).body).toEqual(body)
  expect(await db().$count(jobPhotos)).toBe(1)
  const told = { ...change, what: 'Photo', entered: 'Before service', photoId: body.id }
  expect((await report(technician, { changes: [told] })).status).toBe(201)
  expect((await read(admin)).body).toMatchObject([{ changes: [told] }])
  expect((await see(admin, body.id)).status).toBe(200)
  for (const who of [technician, colleague, customer]) {
    expect((await see(who, body.id)).status).toBe(404)
    const small = await who.call('GET /api/photos/{id}/thumbnail', { params: { id: body.id } })
    expect(small.status).toBe(404)
  }
  for (const who of [admin, customer]) expect(await photosOf(who)).toEqual([])
  const history = await db().select().from(jobEvents).where(eq(jobEvents.kind, 'photo_added'))
  expect(history).toEqual([])
})

test('no one else sends photos as unsent work or refers to photos they did not take', async () => {
  await assign(colleague.user.id)
  for (const [who, status] of [
    [colleague, 404],
    [customer, 403],
    [admin, 403],
  ] as const)
    expect((await upload(who)).status).toBe(status)
  const { body } = await upload(colleague, { route: 'photos' })
  const changes = [{ ...change, photoId: body.id }]
  expect((await report(technician, { changes })).status).toBe(404)
  expect(await read(admin)).toMatchObject({ body: [] })
  const refused = await report(technician, { changes: [{ ...change, photoId: 'any' }] })
  expect(refused.status).toBe(400)
})

test("they don't count toward the visit's photos, and have their own limit", async () => {
  await assign(colleague.user.id)
  const row = { jobId: id, moment: 'before' as const, width: 60, height: 40, bytes: 1000 }
  const unsent = { ...row, unsent: true, uploadedBy: technician.user.id }
  await db()
    .insert(jobPhotos)
    .values(Array.from({ length: 40 }, () => unsent))
  expect((await upload(technician)).status).toBe(409)
  expect((await upload(colleague, { route: 'photos' })).status).toBe(201)
})

const setStatus = (who: TestPerson, status: string, headers: Record<string, string> = {}) =>
  who.call('PATCH /api/jobs/{id}/status', { ...about(), body: { status }, headers })
const complete = async (who: TestPerson) => {
  await setStatus(who, 'in_progress')
  expect((await setStatus(who, 'completed')).status).toBe(200)
}
const extra = { serviceType: 'other', description: 'Wiper blade', unitPrice: '24.95', quantity: 2 }
const add = (who: TestPerson, workId: string, at: number) =>
  who.call('POST /api/jobs/{id}/unsent-work/{workId}/add', {
    params: { id, workId },
    body: { change: at },
  })

test.each([
  ['the office', () => admin, 'office'],
  ['another phone of the technician', () => technician, 'self'],
] as const)('work on a visit that %s completed in the meantime is handed over', async (...all) => {
  const [, who, by] = all
  await complete(who())
  const miles = await technician.call('PUT /api/jobs/{id}/measurements', {
    ...about(),
    body: { odometerMiles: 81_000 },
    headers: { 'x-happened-at': '2026-11-23T14:00:00Z' },
  })
  expect(miles).toMatchObject({ status: 409, body: { details: { reason: 'over' } } })
  expect((await whatHappened(technician)).body).toMatchObject({ what: 'completed', by })
  expect((await report(technician)).status).toBe(201)
  expect((await read(admin)).body).toMatchObject([{ changes: [change] }])
  const bell = await notificationsShownTo(admin.user)
  expect(bell.find(({ type }) => type === 'unsent_work')?.message).toMatch(
    /^FQ-\d+ was completed while they had no signal\. 1 change could not be saved\.$/,
  )
})

test('the office adds an extra and a photo of it to the finished visit, each once', async () => {
  await complete(admin)
  const job = () => admin.call('GET /api/jobs/{id}', about()).then(({ body }) => body)
  const before = await job()
  const { id: photoId } = (await upload(technician)).body
  await report(technician, {
    changes: [
      { ...change, extra },
      { ...change, photoId },
      { ...change, what: 'Technician notes' },
    ],
  })
  const [work] = (await read(admin)).body
  expect(work.changes[0]).toMatchObject({ extra: { unitPrice: '24.95', quantity: 2 } })
  for (const who of [technician, customer]) expect((await add(who, work.id, 0)).status).toBe(403)
  const added = await add(admin, work.id, 0)
  expect(added.body[0].changes.map((one: { added?: true }) => one.added)).toEqual([
    true,
    undefined,
    undefined,
  ])
  expect(Number((await job()).finalAmount) - Number(before.finalAmount)).toBeCloseTo(49.9, 2)
  expect((await add(admin, work.id, 1)).status).toBe(200)
  for (const who of [admin, technician, customer])
    expect(await photosOf(who)).toMatchObject([{ id: photoId }])
  expect((await add(admin, work.id, 0)).status).toBe(409)
  expect((await add(admin, work.id, 2)).status).toBe(400)
  expect((await add(admin, work.id, 3)).status).toBe(404)
  expect(Number((await job()).finalAmount) - Number(before.finalAmount)).toBeCloseTo(49.9, 2)
})

const endAccess = () =>
  admin.call('DELETE /api/admin/technicians/{id}', {
    params: { id: technician.user.id },
    query: { underWay: 'keep' },
  })
const makeCode = () =>
  admin.call('POST /api/admin/technicians/{id}/hand-in-code', {
    params: { id: technician.user.id },
  })
const redeem = (code: string, personId = technician.user.id) =>
  app.call('POST /api/hand-in', { body: { code, personId } })

test('a technician without access hands work in with a one-time code, and reaches nothing else', async () => {
  expect((await makeCode()).status).toBe(409)
  await endAccess()
  expect((await report(technician)).status).toBe(401)
  const made = await makeCode()
  expect(made).toMatchObject({ status: 201 })
  const { code } = made.body
  expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
  expect(
    (
      await technician.call('POST /api/admin/technicians/{id}/hand-in-code', {
        params: { id: technician.user.id },
      })
    ).status,
  ).toBe(401)
  expect((await redeem('ABCDE-FGHJK')).status).toBe(404)
  expect((await redeem(code, colleague.user.id)).status).toBe(404)
  const both = await Promise.all([redeem(code.toLowerCase().replace('-', ' ')), redeem(code)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const { token } = both.find(({ status }) => status === 200)?.body ?? {}
  const headers = { 'x-hand-in': token as string, 'idempotency-key': 'one' }
  const handIn = (jobId: string, at = '2026-11-23T14:04:00Z') =>
    app.call('POST /api/jobs/{id}/unsent-work', {
      params: { id: jobId },
      body: { changes: [{ ...change, at }] },
      headers: { ...headers, 'idempotency-key': jobId + at },
    })
  const photo = await app.call('POST /api/jobs/{id}/unsent-photos', {
    ...about(),
    query: { moment: 'after' },
    bytes: await picture(),
    headers: { ...headers, 'content-type': 'image/jpeg' },
  })
  expect(photo.status).toBe(201)
  expect((await handIn(id)).status).toBe(201)
  const own = { technicianId: technician.user.id, customerId: customer.user.id }
  const underWay = await makeJob({
    ...own,
    status: 'in_progress',
    serviceDate: tuesday,
    slot: slotAt(3),
  })
  expect((await handIn(underWay.id)).status).toBe(201)
  const foreign = await makeJob({
    technicianId: colleague.user.id,
    status: 'assigned',
    slot: slotAt(4),
  })
  expect((await handIn(foreign.id)).status).toBe(404)
  expect((await handIn(id, '2026-11-23T23:00:00Z')).status).toBe(201)
  const shown = (await read(admin)).body as {
    technicianName: string
    changes: { reason: string }[]
  }[]
  expect(shown.map(({ technicianName }) => technicianName)).toEqual(['Dan D', 'Dan D'])
  expect(shown.map(({ changes: [first] }) => String(first?.reason)).toSorted()).toEqual([
    'Done after access had ended.',
    change.reason,
  ])
  for (const route of [
    'GET /api/auth/user',
    'GET /api/jobs/technician',
    'GET /api/config',
  ] as const)
    expect([route, (await app.call(route, { headers })).status]).toEqual([route, 403])
  expect((await app.call('GET /api/jobs/{id}', { ...about(), headers })).status).toBe(403)

  travelTo(new Date(monday.getTime() + 25 * 3_600_000))
  expect((await handIn(id, '2026-11-23T15:05:00Z')).status).toBe(404)
})

test('a new code ends the previous one, and taking a technician on again ends both', async () => {
  await endAccess()
  const first = (await makeCode()).body.code as string
  const second = (await makeCode()).body.code as string
  expect((await redeem(first)).status).toBe(404)
  const { token } = (await redeem(second)).body
  await admin.call('POST /api/admin/technicians/{id}/invite', {
    params: { id: technician.user.id },
  })
  const answer = await app.call('POST /api/jobs/{id}/unsent-work', {
    ...about(),
    body: { changes: [change] },
    headers: { 'x-hand-in': token as string },
  })
  expect(answer.status).toBe(404)
})

test('the office reads the work and its reason in its own language, and typed text unchanged', async () => {
  await assign(colleague.user.id)
  expect((await report(technician)).status).toBe(201)
  const headers = { 'accept-language': 'es' }
  const { body } = await admin.call('GET /api/jobs/{id}/unsent-work', { ...about(), headers })
  expect(body[0].changes[0]).toMatchObject({
    what: 'Extra',
    entered: change.entered,
    reason: 'La visita ya no era suya.',
  })
})

test('the office reads ticks, labels, presets and refusals of a Spanish phone in its own language', async () => {
  const { body: refused } = await technician.call('POST /api/jobs/{id}/extras', {
    params: { id: randomUUID() },
    body: { serviceType: 'other', description: 'Fuse', unitPrice: '5' },
    headers: { 'x-happened-at': change.at, 'accept-language': 'es' },
  })
  expect(refused.message).toBe('No se encontró la visita.')
  await assign(colleague.user.id)
  const step = { text: 'Drain the old oil', params: {} }
  const description = 'Additional quart of conventional oil'
  const words = { description: { text: description, params: {} }, quantity: 2, price: '$6.99' }
  const changes = [
    { what: 'Service Checklist', said: [{ text: 'Ticked: {step}', params: { step } }] },
    { what: 'Extra', said: [{ text: '{description}, {quantity} × {price}', params: words }] },
    {
      what: 'Completion',
      entered: 'El portón',
      said: [{ text: 'It was not safe to work there', params: {} }],
    },
  ].map((one) => ({ ...one, at: change.at, refusal: refused.untranslated }))
  const { status } = await technician.call('POST /api/jobs/{id}/unsent-work', {
    ...about(),
    body: { changes },
  })
  expect(status).toBe(201)
  const read = async (language: string) => {
    const headers = { 'accept-language': language }
    const { body } = await admin.call('GET /api/jobs/{id}/unsent-work', { ...about(), headers })
    return body[0].changes.map(({ entered, reason }: { entered: string; reason: string }) => [
      entered,
      reason,
    ])
  }
  const reason = 'Job not found.'
  expect(await read('en')).toEqual([
    ['Ticked: Drain the old oil', reason],
    ['Additional quart of conventional oil, 2 × $6.99', reason],
    ['It was not safe to work there\nEl portón', reason],
  ])
  expect(await read('es')).toEqual([
    ['Marcado: Drenar el aceite usado', 'No se encontró la visita.'],
    ['Cuarto de galón adicional de aceite convencional, 2 × $6.99', 'No se encontró la visita.'],
    ['No era seguro trabajar ahí\nEl portón', 'No se encontró la visita.'],
  ])
})
