import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createPhoton } from '#server/adapters/geocoder/photon.ts'
import { congress, startTestPhoton } from '#server/adapters/geocoder/test-photon.ts'
import { createOsrm } from '#server/adapters/router/osrm.ts'
import { startTestRouter } from '#server/adapters/router/test-router.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { captureLog } from '#server/base/test-log.ts'
import { finishCoalescedCalls } from '#server/database/coalesce-calls.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { travelTimes } from '#server/database/tables/travel-times.ts'
import { makeSpot } from '#server/features/service-area/test-spots.ts'
import { notifyOfBookings } from '#server/features/jobs/actions/notify-of-bookings.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { loadDrives } from '#server/reads/drives.ts'
import { startTestApp, useTestApp } from '#server/testing/test-app.ts'
import { useServices } from '#server/testing/test-services.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { labelAt } from '#shared/rules/test-slots.ts'
import { minutesAway } from '#shared/rules/travel.ts'
import { customerWithCar, monday, tuesday, wednesday } from './test-customer.ts'

const app = useTestApp({ at: monday })
let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  router = await startTestRouter()
})
afterAll(() => router.close())
beforeEach(() => {
  router.asked.length = 0
  router.answers({})
  useServices({ router: createOsrm({ baseUrl: router.url }) })
})

const airport = { latitude: 30.195, longitude: -97.667 }
const downtown = '500 Congress Ave, Austin, TX 78701'
const north = '9315 Anderson Mill Road, Austin, TX 78729'
const technicianAtAirport = () =>
  makeUser({
    role: 'technician',
    homeLatitude: airport.latitude,
    homeLongitude: airport.longitude,
  })

async function book(serviceAddress = downtown, slot = 2) {
  const customer = await customerWithCar(app)
  const { call, form } = customer
  const { status, body } = await call('POST /api/jobs', {
    body: { ...form, serviceAddress, scheduledTime: labelAt(slot) },
  })
  expect(status).toBe(201)
  return { ...customer, id: body.id, params: { id: body.id } }
}

async function background(): Promise<void> {
  await notifyOfBookings()
  await runDueTasks({ includeDeferred: true })
  await finishCoalescedCalls()
}

async function placeOf(id: string): Promise<Coordinates> {
  const [visit] = await db().select().from(jobs).where(eq(jobs.id, id))
  return { latitude: visit?.latitude ?? 0, longitude: visit?.longitude ?? 0 }
}

/** Whether both directions are as the router gave them: faster than the estimate here. */
async function isRouted(one: Coordinates, other: Coordinates): Promise<boolean> {
  const drive = await loadDrives([one, other])
  return drive(one, other) < minutesAway(one, other) && drive(other, one) < minutesAway(other, one)
}

test('a booking fetches the drives to the day’s visits and to technicians’ homes', async () => {
  await technicianAtAirport()
  const [first, second] = [await book(), await book(north, 3)]
  expect(router.asked).toEqual([])
  await background()
  const [one, other] = [await placeOf(first.id), await placeOf(second.id)]
  expect(await isRouted(one, other)).toBe(true)
  expect(await isRouted(one, airport)).toBe(true)
  expect(await isRouted(other, airport)).toBe(true)
  const exact = [one, other].flatMap(Object.values).filter((degrees) => String(degrees).length > 7)
  expect(exact).not.toEqual([])
  for (const { path } of router.asked)
    for (const part of exact) expect(path).not.toContain(`${part}`)
})

test('a moved visit fetches those of its new day', async () => {
  const { call, params, id } = await book()
  await background()
  await makeJob({ ...airport, serviceDate: wednesday })
  const moved = await call('POST /api/jobs/{id}/reschedule', {
    params,
    body: { scheduledDate: wednesday, scheduledTime: labelAt(3) },
  })
  expect(moved.status).toBe(200)
  await background()
  expect(await isRouted(await placeOf(id), airport)).toBe(true)
})

test('a changed address fetches its drives', async () => {
  await makeJob({ ...airport, serviceDate: tuesday })
  const { call, params, id } = await book()
  await background()
  const before = await placeOf(id)
  const changed = await call('PATCH /api/jobs/{id}', { params, body: { serviceAddress: north } })
  expect(changed.status).toBe(200)
  await background()
  expect(await placeOf(id)).not.toEqual(before)
  expect(await isRouted(await placeOf(id), airport)).toBe(true)
})

test('an address located by the map fetches its drives', async () => {
  const photon = await startTestPhoton()
  onTestFinished(() => photon.close())
  photon.answers({ places: [congress()] })
  useServices({ geocoder: createPhoton({ baseUrl: photon.url }) })
  await makeJob({ ...airport, serviceDate: tuesday })
  const { id } = await book()
  await background()
  expect(await placeOf(id)).toEqual({ latitude: 30.26731, longitude: -97.74287 })
  expect(await isRouted(await placeOf(id), airport)).toBe(true)
})

test('a request fetches nothing until it is confirmed', async () => {
  await technicianAtAirport()
  await makeSpot({ ...airport, radiusMiles: 1 })
  const { id, params } = await book('300 Alamo Plaza, San Antonio, TX 78205')
  await background()
  expect(router.asked).toEqual([])
  const confirmed = await (await app.as('admin')).call('POST /api/jobs/{id}/confirm', { params })
  expect(confirmed.status).toBe(200)
  await background()
  expect(await isRouted(await placeOf(id), airport)).toBe(true)
})

test('a technician’s new home fetches the drives to the coming visits', async () => {
  const technician = await makeUser({ role: 'technician' })
  await makeJob({ ...airport, serviceDate: wednesday })
  const changed = await (
    await app.as('admin')
  ).call('PATCH /api/admin/technicians/{id}', {
    params: { id: technician.id },
    body: { homeAddress: north },
  })
  expect(changed.status).toBe(200)
  await background()
  expect(await isRouted(changed.body.homeBase, airport)).toBe(true)
})

test('a new core spot fetches the drives to the coming visits', async () => {
  await makeJob({ ...airport, serviceDate: wednesday })
  const spot = {
    name: 'North',
    address: 'Austin, TX 78729',
    latitude: 30.454,
    longitude: -97.757,
    radiusMiles: 5,
  }
  const added = await (await app.as('admin')).call('POST /api/admin/core-spots', { body: spot })
  expect(added.status).toBe(201)
  await background()
  expect(await isRouted(spot, airport)).toBe(true)
})

const tidyUp = async () => {
  await enqueue({ name: 'tidy-drives', parse: (data) => data as object }, {})
  await runDueTasks()
}

test('drives missed while the router was down are fetched at night, and old ones are deleted', async () => {
  await technicianAtAirport()
  router.answers({ fault: 503 })
  const { id } = await book()
  await background()
  expect(await db().$count(travelTimes)).toBe(0)
  router.answers({})
  await tidyUp()
  expect(await isRouted(await placeOf(id), airport)).toBe(true)
  expect(await db().$count(travelTimes)).toBe(2)
  travelTo(new Date(now().getTime() + 181 * 86_400_000))
  await tidyUp()
  expect(await db().$count(travelTimes)).toBe(0)
})

test('without a router nothing is fetched and booking is as before', async () => {
  useServices({ router: undefined })
  await technicianAtAirport()
  await book()
  await background()
  await tidyUp()
  expect(router.asked).toEqual([])
  expect(await db().$count(travelTimes)).toBe(0)
})

test('the office sees how the router answers; the log gets one line a minute', async () => {
  const other = await startTestApp({ ROUTER_URL: router.url })
  onTestFinished(() => other.close())
  const admin = await other.as('admin')
  const seen = async () => (await admin.call('GET /api/admin/system')).body.router
  expect(await seen()).toEqual({ answeredAt: null, problem: null, answer: null })
  await makeSpot()
  expect(await seen()).toEqual({
    answeredAt: expect.any(String),
    problem: null,
    answer: null,
  })
  const lines = captureLog()
  router.answers({ raw: '{"code":"InvalidUrl"}' })
  expect(await seen()).toMatchObject({ problem: 'refused', answer: 'InvalidUrl' })
  router.answers({ raw: '<html>Welcome to nginx</html>' })
  expect(await seen()).toMatchObject({ problem: 'unreadable', answer: null })
  expect(lines.filter((line) => line.includes('drives are estimated'))).toEqual([
    expect.stringContaining('OSRM answered InvalidUrl'),
  ])
})
