import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { positionShares } from '#server/database/tables/conversation.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { listenAt, openSocket } from '#server/testing/test-socket.ts'
import { purgePositionsTask } from './tasks.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp()
let technician: TestPerson
let customer: TestPerson
let admin: TestPerson
let id: string
beforeEach(async () => {
  ;[technician, customer, admin] = [
    await app.as('technician'),
    await app.as('customer'),
    await app.as('admin'),
  ]
  id = (await jobOf()).id
})

// The Capitol in Austin, 6.93 miles from the airport.
const capitol = { latitude: 30.2747, longitude: -97.7404 }
const airport = { latitude: 30.1975, longitude: -97.6664 }

const jobOf = (wanted: Parameters<typeof makeJob>[0] = {}) =>
  makeJob({
    status: 'assigned',
    technicianId: technician.user.id,
    customerId: customer.user.id,
    ...capitol,
    ...wanted,
  })
const params = () => ({ params: { id } })
const announce = (event: 'on_my_way' | 'arrived') =>
  technician.call('POST /api/jobs/{id}/activate-communication', { ...params(), body: { event } })
const share = (who: TestPerson = technician, body: object = airport) =>
  who.call('PUT /api/jobs/{id}/position', { ...params(), body })
const stop = (who: TestPerson = technician) => who.call('DELETE /api/jobs/{id}/position', params())
const see = async (who: TestPerson = customer) =>
  (await who.call('GET /api/jobs/{id}/position', params())).body.position

test("customer and office see the technician's position and estimated arrival", async () => {
  await announce('on_my_way')
  expect(await see()).toBeNull()
  const answer = await share()
  const [recorded, expires] = [Date.now(), Date.parse(answer.body.expiresAt)]
  expect([answer.status, Math.abs(expires - recorded - 15 * 60_000) < 5_000]).toEqual([200, true])
  for (const who of [customer, admin])
    expect(await see(who)).toEqual({
      ...airport,
      recordedAt: expect.stringMatching(/Z$/),
      expiresAt: answer.body.expiresAt,
      milesAway: expect.closeTo(6.93, 1),
      minutesAway: 22,
    })
  await share(technician, capitol)
  expect(await see()).toMatchObject({ minutesAway: 1, milesAway: 0 })
  expect(await db().$count(positionShares)).toBe(1)
})

test('a visit without coordinates has no estimated arrival', async () => {
  id = (await jobOf({ latitude: null, longitude: null })).id
  await announce('on_my_way')
  await share()
  expect(await see()).toMatchObject({ ...airport, milesAway: null, minutesAway: null })
})

test('no one else can share or see it', async () => {
  await announce('on_my_way')
  await share()
  const [stranger, colleague] = [await app.as('customer'), await app.as('technician')]
  const get = (who: TestPerson) => who.call('GET /api/jobs/{id}/position', params())
  expect((await get(stranger)).status).toBe(404)
  expect((await get(technician)).status).toBe(403)
  for (const act of [share, stop]) {
    expect((await act(colleague)).status).toBe(404)
    expect((await act(customer)).status).toBe(403)
    expect((await act(admin)).status).toBe(403)
  }
  expect(await see()).toMatchObject(airport)
  for (const wrong of [{ ...airport, latitude: 90.1 }, { latitude: 1 }, { ...airport, speed: 9 }])
    expect((await share(technician, wrong)).status).toBe(400)
})

test('it can only be shared on the way, not before or after the arrival', async () => {
  const before = await share()
  expect([before.status, before.body.message]).toEqual([409, 'Communication is not active.'])
  await announce('on_my_way')
  expect((await share()).status).toBe(200)
  await announce('arrived')
  expect(await see()).toBeNull()
  expect((await share()).status).toBe(409)
  expect(await db().$count(positionShares)).toBe(0)
})

test('a position uploaded after the work began is refused', async () => {
  await announce('on_my_way')
  const body = { status: 'in_progress' }
  await technician.call('PATCH /api/jobs/{id}/status', { ...params(), body })
  const late = await share()
  expect([late.status, late.body.message]).toEqual([
    409,
    'The work has begun, so your location is no longer shared.',
  ])
  expect(await see()).toBeNull()
})

const endings: [string, () => Promise<{ status: number }>][] = [
  ['stopping', () => stop()],
  [
    'closing the conversation',
    () => technician.call('POST /api/jobs/{id}/close-communication', params()),
  ],
  [
    'a cancellation',
    () => admin.call('POST /api/jobs/{id}/cancel', { ...params(), body: { reason: 'Rain' } }),
  ],
  [
    'another technician',
    async () => {
      const body = { technicianId: (await app.as('technician')).user.id }
      return admin.call('POST /api/jobs/{id}/assign', { ...params(), body })
    },
  ],
  [
    'the start of the work',
    () =>
      technician.call('PATCH /api/jobs/{id}/status', {
        ...params(),
        body: { status: 'in_progress' },
      }),
  ],
]
test.each(endings)('%s ends it at once', async (_, end) => {
  await announce('on_my_way')
  await share()
  expect((await end()).status).toBe(200)
  expect(await see()).toBeNull()
  expect(await db().$count(positionShares)).toBe(0)
})

test('without an update it disappears after 15 minutes', async () => {
  await announce('on_my_way')
  await share()
  const start = Date.now()
  travelTo(new Date(start + 14.9 * 60_000))
  expect(await see()).toMatchObject(airport)
  travelTo(new Date(start + 15.1 * 60_000))
  expect(await see()).toBeNull()
  await enqueue(purgePositionsTask, {})
  await runDueTasks()
  expect(await db().$count(positionShares)).toBe(0)
})

test('the socket announces a new position without its coordinates', async () => {
  await announce('on_my_way')
  const url = await listenAt(app.app)
  const socket = await openSocket(url, await startSession(customer.user.id))
  await share()
  await stop()
  await stop()
  const news = { type: 'changed', things: ['position'], jobId: id }
  expect(await socket.hear('changed', 2)).toEqual([news, news])
  socket.close()
})

const toldOf = async (type: string) =>
  (await customer.call('GET /api/notifications')).body.filter(
    (one: { type: string }) => one.type === type,
  )

test('a near technician is announced once per trip, with the minutes', async () => {
  travelTo(new Date(Date.now() + 1000))
  await announce('on_my_way')
  await share()
  expect(await toldOf('technician_near')).toEqual([])
  const near = { latitude: 30.2247, longitude: -97.7204 }
  await share(technician, near)
  await share(technician, near)
  await share(technician, capitol)
  expect(await toldOf('technician_near')).toMatchObject([
    { title: 'Your technician is about 12 minutes away', path: `/job/${id}/communication` },
  ])
})

test('a technician late by position is announced once, with the time', async () => {
  const startsAt = new Date(Date.now() - 5 * 60_000)
  id = (await jobOf({ startsAt, slot: slotAt(3) })).id
  await announce('on_my_way')
  await share()
  await share()
  expect(await toldOf('running_late')).toMatchObject([
    { title: 'We are running late', message: expect.stringMatching(/expected at about \d+:\d\d/) },
  ])
})
