import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOsrm } from './osrm.ts'
import { routedSeconds, startTestRouter } from './test-router.ts'

let router: Awaited<ReturnType<typeof startTestRouter>>
beforeEach(async () => {
  router = await startTestRouter()
})
afterEach(() => router.close())

const osrm = (options = {}) => createOsrm({ baseUrl: `${router.url}/`, ...options })
const capitol = { latitude: 30.275, longitude: -97.74 }
const airport = { latitude: 30.195, longitude: -97.667 }
const roundRock = { latitude: 30.508, longitude: -97.679 }
const drives = (from = osrm()) => from.drives([capitol], [airport, roundRock])

test('the road in both directions, in seconds and meters', async () => {
  const from = [capitol, airport]
  const found = await osrm().drives(from, [roundRock])
  expect(found).toEqual(
    from.map((one) => [
      { seconds: Math.ceil(routedSeconds(one, roundRock)), meters: expect.any(Number) },
    ]),
  )
  expect(router.asked).toEqual([
    {
      path: '/table/v1/driving/-97.74,30.275;-97.667,30.195;-97.679,30.508',
      from,
      to: [roundRock],
    },
  ])
})

const many = (count: number, latitude: number) =>
  Array.from({ length: count }, (_, at) => ({ latitude, longitude: -97 - at / 1000 }))

test.each([
  [1, 99, 1],
  [1, 100, 2],
  [99, 1, 1],
  [50, 50, 1],
  [120, 130, 9],
])('%i to %i places takes %i requests', async (high, wide, requests) => {
  const [from, to] = [many(high, 30.2), many(wide, 30.4)]
  const found = await osrm().drives(from, to)
  expect(router.asked).toHaveLength(requests)
  expect(found.map((row) => row.map((drive) => drive?.seconds))).toEqual(
    from.map((one) =>
      to.map((other) => Math.ceil(Math.round(routedSeconds(one, other) * 10) / 10)),
    ),
  )
})

test('no place needs no request', async () => {
  expect(await osrm().drives([], [airport])).toEqual([])
  expect(await osrm().drives([capitol], [])).toEqual([[]])
  expect(router.asked).toEqual([])
})

const usual = { seconds: expect.any(Number), meters: expect.any(Number) }

test('a place without a road to it is no problem', async () => {
  router.answers({
    lie: (table) => ({ ...table, durations: [[null, 1900]], distances: [[null, 40_000]] }),
  })
  const asking = osrm()
  expect(await drives(asking)).toEqual([[undefined, usual]])
  expect(asking.lastAnswer()).toMatchObject({ problem: null })
})

test.each([
  ['negative', -1, 9_000],
  ['no number', '900', 9_000],
  ['beyond numbers', '1e999', 9_000],
  ['1e9 seconds', 1e9, 9_000],
  ['faster than 90 mph', 250, 12_000],
  ['no time at all', 0, 12_000],
  ['a whole day for seven miles', 60_000, 12_000],
  ['a negative distance', 900, -1],
  ['shorter than the bird flies', 900, 9_000],
  ['a distance of 1e9', 900, 1e9],
])('only the impossible drive is refused: %s', async (_, seconds, meters) => {
  const reasons: string[] = []
  const asking = osrm({ onFailure: (why: string) => reasons.push(why) })
  router.answers({
    lie: (table) =>
      JSON.stringify({
        ...table,
        durations: [[seconds, ...(table.durations[0]?.slice(1) ?? [])]],
        distances: [[meters, ...(table.distances[0]?.slice(1) ?? [])]],
      }).replace('"1e999"', '1e999'),
  })
  expect(await drives(asking)).toEqual([[undefined, usual]])
  expect(asking.lastAnswer()).toMatchObject({ problem: { kind: 'implausible' } })
  expect(reasons).toEqual(['OSRM answered with impossible drives'])
})

test('a place moved far away because the router lacks its map is refused', async () => {
  router.answers({
    lie: (table) => ({
      ...table,
      destinations: table.destinations.map((one, at) =>
        at === 0 ? { ...one, distance: 9e5 } : one,
      ),
    }),
  })
  expect(await drives()).toEqual([[undefined, usual]])
})

test('a place slightly off its road may be reached slightly early', async () => {
  const [here, near] = [capitol, { ...capitol, latitude: 30.277 }]
  router.answers({
    lie: (table) => ({
      ...table,
      durations: [[2]],
      distances: [[30]],
      sources: [{ ...table.sources[0], distance: 200 }],
    }),
  })
  expect(await osrm().drives([here], [near])).toEqual([[{ seconds: 2, meters: 30 }]])
})

const noTable = 'OSRM answered something that is no table of drives'

test.each([
  ['500', { fault: 500 }, 'OSRM answered 500'],
  ['too many requests', { fault: 429 }, 'OSRM answered 429'],
  ['a page', { raw: '<html>Welcome</html>' }, noTable],
  ['NaN, which is no JSON', { raw: '{"code":"Ok","durations":[[NaN]]}' }, noTable],
  ['nothing at all', { raw: '' }, noTable],
  ['another code', { raw: '{"code":"NoTable","message":"no"}' }, 'OSRM answered NoTable'],
  ['a code that is a sentence', { raw: '{"code":"<b>Hi</b>"}' }, 'OSRM answered 200'],
  ['a row too few', { lie: (table: object) => ({ ...table, durations: [] }) }, noTable],
  ['a column too few', { lie: (table: object) => ({ ...table, durations: [[900]] }) }, noTable],
  ['no distances', { lie: (table: object) => ({ ...table, distances: undefined }) }, noTable],
  ['other places', { lie: (table: object) => ({ ...table, destinations: [] }) }, noTable],
  ['silence', { hang: true }, 'OSRM did not answer in time'],
])('unavailable, logged for the operator without a position: %s', async (_, answers, reason) => {
  router.answers(answers)
  const reasons: string[] = []
  const asking = osrm({ onFailure: (why: string) => reasons.push(why), timeoutMs: 200 })
  await expect(drives(asking)).rejects.toThrow(reason)
  expect(reasons).toEqual([reason])
  expect(asking.lastAnswer()?.problem).toMatchObject({ kind: expect.any(String) })
})

test('an unreachable server is unavailable', async () => {
  const gone = osrm({ baseUrl: 'http://127.0.0.1:9' })
  await expect(drives(gone)).rejects.toThrow('OSRM cannot be reached')
  expect(gone.lastAnswer()).toMatchObject({ problem: { kind: 'unreachable' } })
})

test('three failures in a row pause requests for half a minute', async () => {
  let now = new Date(0)
  const asking = osrm({ now: () => now })
  const attempt = () => drives(asking).catch((error: Error) => error.message)
  router.answers({ fault: 503 })
  for (let n = 0; n < 5; n++) await attempt()
  expect(router.asked).toHaveLength(3)
  router.answers({})
  expect(await attempt()).toBe('OSRM is not asked for a while')
  expect(asking.lastAnswer()).toMatchObject({ problem: { kind: 'refused', answer: '503' } })
  now = new Date(30_000)
  expect(await attempt()).toHaveLength(1)
  expect(asking.lastAnswer()).toEqual({ at: now, problem: null })
})
