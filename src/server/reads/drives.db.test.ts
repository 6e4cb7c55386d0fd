import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createOsrm } from '#server/adapters/router/osrm.ts'
import { routedSeconds, startTestRouter } from '#server/adapters/router/test-router.ts'
import { now, travelBack, travelTo } from '#server/base/clock.ts'
import { finishCoalescedCalls } from '#server/database/coalesce-calls.ts'
import * as database from '#server/database/database.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { travelTimes } from '#server/database/tables/travel-times.ts'
import { provideOfflineServices, useServices } from '#server/testing/test-services.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { minutesAway } from '#shared/rules/travel.ts'
import { loadDrives } from './drives.ts'
import { fetchDrives } from './fetch-drives.ts'
import {
  invalidateDrives,
  pointOf,
  positionOf,
  purgeDrives,
  subscribeToDrives,
} from './stored-drives.ts'

const { db, notify, transaction } = database

useTestDatabase()
let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  provideOfflineServices()
  router = await startTestRouter()
})
afterAll(() => router.close())
/** Other places for each test: what the router does not answer is remembered. */
let tests = 0
beforeEach(() => {
  tests += 1
  invalidateDrives()
  router.asked.length = 0
  router.answers({})
  useServices({ router: createOsrm({ baseUrl: router.url, timeoutMs: 30_000 }) })
  travelBack()
})

/** `miles` north of this test's own place. */
const place = (miles: number): Coordinates => ({
  latitude: 30.2 + Math.round(miles / 0.069) / 1000,
  longitude: -97.7 - tests / 100,
})
const [patient, impatient] = [{ withinMs: 60_000 }, { withinMs: 20 }]
const minutesByRouter = (from: Coordinates, to: Coordinates) =>
  Math.ceil(Math.ceil(routedSeconds(from, to)) / 60)
const stored = () => db().$count(travelTimes)

test.each([
  [0, 0],
  [-90, -180],
  [90, 180],
  [30.267, -97.743],
  [-33.868, 151.209],
])('%d, %d as one number and back', (latitude, longitude) => {
  expect(positionOf(pointOf({ latitude, longitude }))).toEqual({ latitude, longitude })
})

test('drives are estimated until the router has answered, in both directions', async () => {
  const [home, one, two] = [place(0), place(6), place(15)]
  const before = await loadDrives([home, one, two])
  expect(before(home, one)).toBe(minutesAway(home, one))
  await fetchDrives([home], [one, two], patient)
  for (const drive of [before, await loadDrives([home, one, two])]) {
    expect(drive(home, one)).toBe(minutesByRouter(home, one))
    expect(drive(two, home)).toBe(minutesByRouter(two, home))
    expect(drive(one, two)).toBe(minutesAway(one, two))
    expect(drive(home, home)).toBe(1)
  }
  expect(minutesByRouter(home, one)).not.toBe(minutesAway(home, one))
  expect(await db().select().from(travelTimes)).toHaveLength(4)
  expect(await db().select().from(travelTimes)).toContainEqual({
    fromLatitude: 30_200,
    fromLongitude: Math.round(home.longitude * 1000),
    toLatitude: Math.round(one.latitude * 1000),
    toLongitude: Math.round(one.longitude * 1000),
    seconds: Math.ceil(routedSeconds(home, one)),
    meters: expect.any(Number),
    source: 'router',
    fetchedAt: expect.any(Date),
  })
})

test('another process, or this one after a restart, reads stored drives in one statement', async () => {
  const places = [0, 3, 6, 9].map(place)
  await fetchDrives(places, places, patient)
  invalidateDrives()
  const statements = vi.spyOn(database.currentHandle(), 'query')
  const drive = await loadDrives(places)
  await loadDrives(places)
  expect(statements).toHaveBeenCalledOnce()
  statements.mockRestore()
  for (const from of places)
    for (const to of places.filter((one) => one !== from))
      expect(drive(from, to)).toBe(minutesByRouter(from, to))
})

test('a drive stored by another process counts as soon as it is published', async () => {
  const [from, to] = [place(0), place(10)]
  await loadDrives([from, to])
  const row = (seconds: number) => ({
    fromLatitude: Math.round(from.latitude * 1000),
    fromLongitude: Math.round(from.longitude * 1000),
    toLatitude: Math.round(to.latitude * 1000),
    toLongitude: Math.round(to.longitude * 1000),
    seconds,
    meters: 20_000,
    source: 'router' as const,
    fetchedAt: now(),
  })
  await db()
    .insert(travelTimes)
    .values(row(5 * 60 + 1))
  await subscribeToDrives()
  await notify('travel_times', `another ${pointOf(from)}`)
  await vi.waitFor(async () => expect((await loadDrives([from, to]))(from, to)).toBe(6))
})

test('without a router nothing is read, asked or allocated', async () => {
  useServices({ router: undefined })
  const statements = vi.spyOn(database.currentHandle(), 'query')
  const places = [place(0), place(5)]
  const loading = loadDrives(places)
  expect(loadDrives([])).toBe(loading)
  expect(await loading).toBe(minutesAway)
  await fetchDrives(places, places, patient)
  expect(statements).not.toHaveBeenCalled()
  statements.mockRestore()
  expect(router.asked).toEqual([])
})

test('known drives are not asked for again until they are 90 days old', async () => {
  const [from, to] = [place(0), place(8)]
  await fetchDrives([from], [to], patient)
  expect(router.asked).toHaveLength(2)
  await fetchDrives([from, to], [to, from], patient)
  expect(router.asked).toHaveLength(2)
  travelTo(new Date(now().getTime() + 91 * 86_400_000))
  router.answers({ fault: 500 })
  await fetchDrives([from], [to], patient)
  expect(router.asked).toHaveLength(4)
  expect((await loadDrives([from, to]))(from, to)).toBe(minutesByRouter(from, to))
  router.answers({ lie: (table) => ({ ...table, durations: [[1800]] }) })
  await fetchDrives([from], [to], patient)
  expect((await loadDrives([from, to]))(from, to)).toBe(30)
  await fetchDrives([from], [to], patient)
  expect(router.asked).toHaveLength(6)
})

test('equal requests share one answer, and a few are sent at once', async () => {
  const [from, ...to] = [0, 4, 8, 12].map(place)
  router.answers({ delayMs: 20 })
  await Promise.all(Array.from({ length: 20 }, () => fetchDrives(from ? [from] : [], to, patient)))
  expect(router.asked).toHaveLength(2)
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => fetchDrives([place(at + 20)], to, patient)),
  )
  expect(router.asked).toHaveLength(26)
  expect(router.mostAtOnce()).toBe(2)
})

test('a slow router delays no one longer than asked, and is stored when it answers', async () => {
  const [from, to] = [place(0), place(7)]
  router.answers({ delayMs: 150 })
  await fetchDrives([from], [to], impatient)
  expect((await loadDrives([from, to]))(from, to)).toBe(minutesAway(from, to))
  await finishCoalescedCalls()
  expect((await loadDrives([from, to]))(from, to)).toBe(minutesByRouter(from, to))
})

test.each([
  ['down', { fault: 503 }],
  ['silent', { hang: true }],
  ['a web page', { raw: '<html>' }],
  ['negative', { lie: (table: object) => ({ ...table, durations: [[-1]] }) }],
  ['absurd', { lie: (table: object) => ({ ...table, durations: [[1e9]] }) }],
  ['a racing car', { lie: (table: object) => ({ ...table, durations: [[1]] }) }],
  ['of the wrong size', { lie: (table: object) => ({ ...table, durations: [[1], [2]] }) }],
  ['without a road', { lie: (table: object) => ({ ...table, durations: [[null]] }) }],
])('a router that is %s changes no estimate and stores nothing', async (_, answers) => {
  const [from, to] = [place(0), place(7)]
  if ('hang' in answers)
    useServices({ router: createOsrm({ baseUrl: router.url, timeoutMs: 100 }) })
  router.answers(answers)
  await fetchDrives([from], [to], patient)
  expect((await loadDrives([from, to]))(from, to)).toBe(minutesAway(from, to))
  expect(await stored()).toBe(0)
})

test('a drive without a road is asked for again after an hour', async () => {
  const [from, to] = [place(0), place(7)]
  router.answers({ lie: (table) => ({ ...table, durations: [[null]] }) })
  await fetchDrives([from], [to], patient)
  await fetchDrives([from], [to], patient)
  expect(router.asked).toHaveLength(2)
  travelTo(new Date(now().getTime() + 61 * 60_000))
  await fetchDrives([from], [to], patient)
  expect(router.asked).toHaveLength(4)
})

test('places too far to drive to are never asked for', async () => {
  const here = place(0)
  await fetchDrives([here], [{ latitude: 0, longitude: 0 }, place(300), here], patient)
  expect(router.asked).toEqual([])
})

test('inside a transaction no one waits for the router', async () => {
  const [from, to] = [place(0), place(7)]
  await transaction(async () => {
    await fetchDrives([from], [to], patient)
    expect(router.asked).toEqual([])
  })
  await finishCoalescedCalls()
  expect((await loadDrives([from, to]))(from, to)).toBe(minutesByRouter(from, to))
})

test('a failing database is not the caller’s error', async () => {
  const query = vi.spyOn(database.currentHandle(), 'query').mockRejectedValue(new Error('gone'))
  await fetchDrives([place(0)], [place(7)], patient)
  query.mockRestore()
  expect(router.asked).toEqual([])
})

test('drives are deleted after 180 days', async () => {
  await fetchDrives([place(0)], [place(7)], patient)
  const { signal } = new AbortController()
  const start = now().getTime()
  travelTo(new Date(start + 179 * 86_400_000))
  await purgeDrives(signal)
  expect(await stored()).toBe(2)
  travelTo(new Date(start + 181 * 86_400_000))
  await purgeDrives(signal)
  expect(await stored()).toBe(0)
})

test('strangers cannot request more than a few thousand drives from the router at once', async () => {
  const from = Array.from({ length: 45 }, (_, at) => place(at))
  const start = performance.now()
  for (let n = 0; n < 10; n++) {
    const to = from.map(({ latitude }) => ({ latitude, longitude: -97.6 + n / 1000 }))
    await fetchDrives(from, to, patient)
  }
  const asked = router.asked.reduce(
    (sum, { from: high, to: wide }) => sum + high.length * wide.length,
    0,
  )
  expect(asked).toBeGreaterThan(1_000)
  // 6,000 at once, and 100 more in each second.
  expect(asked).toBeLessThanOrEqual(6_000 + (performance.now() - start) / 10)
  expect(await stored()).toBe(asked)
})
