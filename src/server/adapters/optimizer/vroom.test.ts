import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RoutesProblem } from '#shared/rules/shortest-routes.ts'
import { startTestVroom } from './test-vroom.ts'
import { createVroom } from './vroom.ts'

let server: Awaited<ReturnType<typeof startTestVroom>>
beforeEach(async () => {
  server = await startTestVroom()
})
afterEach(() => server.close())

const vroom = (options = {}) => createVroom({ baseUrl: server.url, ...options })

/** Two drivers whose ways cross between 8:00 and 9:30. */
const crossed: RoutesProblem = {
  starts: [480, 480, 570, 570],
  first: [
    [1, 30, 30, 1],
    [1, 30, 30, 1],
  ],
  between: [
    [0, 30, 30, 1],
    [0, 0, 1, 30],
    [0, 0, 0, 30],
    [0, 0, 0, 0],
  ],
  together: [
    [false, false, true, true],
    [false, false, true, true],
    [false, false, false, false],
    [false, false, false, false],
  ],
  may: [
    [true, true, true, true],
    [true, true, true, true],
  ],
  now: [0, 1, 0, 1],
  locked: [false, false, false, false],
}

test('each stop goes to the driver it costs least; VROOM gets only known keys and no positions', async () => {
  expect(await vroom().routes(crossed)).toEqual([0, 1, 1, 0])
  expect([...server.ignored]).toEqual([])
  const [asked] = server.asked
  expect(asked?.jobs.map((job) => job.time_windows)).toEqual(
    [480, 480, 570, 570].map((minutes) => [[86_400 + minutes * 60, 86_400 + minutes * 60]]),
  )
  expect(asked?.vehicles).toMatchObject([{ start_index: 0 }, { start_index: 1 }])
})

test('locked stops, stops that a driver may not take and days beyond the road', async () => {
  const locked = { ...crossed, locked: [false, false, true, true] }
  expect((await vroom().routes(locked)).slice(2)).toEqual([0, 1])
  const unable = { ...crossed, may: [[false, false, false, false], crossed.may[1] ?? []] }
  expect(await vroom().routes({ ...unable, now: [-1, 1, -1, 1] })).toEqual([-1, 1, -1, 1])
  const never = crossed.together.map((row) => row.map(() => false))
  expect(await vroom().routes({ ...crossed, together: never })).toEqual([0, 1, 0, 1])
})

test('a drive that only our rule allows is possible, at its likely cost', async () => {
  const long = crossed.between.map((row) => row.map((minutes) => minutes && 100))
  expect(await vroom().routes({ ...crossed, between: long })).not.toContain(-1)
  expect(server.asked[0]?.matrices.car.costs?.[2]?.[4]).toBe(6000)
})

test('a stop that fits nowhere has no driver', async () => {
  const [first = 0, , third = 0] = crossed.starts
  const one = {
    ...crossed,
    starts: [first, first, third, third],
    first: crossed.first.slice(1),
    may: crossed.may.slice(1),
    now: [0, -1, 0, -1],
  }
  expect(await vroom().routes(one)).toEqual([0, -1, 0, -1])
})

type Lie = NonNullable<Parameters<typeof server.answers>[0]['lie']>
const steps =
  (change: (step: { type: string; arrival: number }) => object): Lie =>
  (solution) => ({
    ...solution,
    routes: solution.routes.map((route) => ({
      ...route,
      steps: route.steps.map((step) => (step.type === 'job' ? { ...step, ...change(step) } : step)),
    })),
  })
const swapped: Lie = (solution) => ({
  ...solution,
  routes: solution.routes.map((route) => ({ ...route, vehicle: 1 - route.vehicle })),
})

test.each<[string, Lie, object]>([
  ['a window ignored', steps(({ arrival }) => ({ arrival: arrival + 1800 })), {}],
  ['an unknown stop', steps(() => ({ id: 99 })), {}],
  ['one stop twice', steps(() => ({ id: 0 })), {}],
  [
    'an unknown driver',
    (all) => ({ ...all, routes: all.routes.map((one) => ({ ...one, vehicle: 7 })) }),
    {},
  ],
  ['a missing stop', (all) => ({ ...all, routes: all.routes.slice(1) }), {}],
  ['a stop both done and not', (all) => ({ ...all, unassigned: [{ id: 0 }] }), {}],
  [
    'a stop that had a driver dropped',
    (all) => ({ ...all, routes: [], unassigned: [0, 1, 2, 3].map((id) => ({ id })) }),
    {},
  ],
  ['a locked stop moved', swapped, { locked: [true, true, false, false] }],
  [
    'a driver without the skill',
    swapped,
    {
      may: [
        [true, true, true, true],
        [false, true, true, false],
      ],
      now: [0, 1, 1, 0],
    },
  ],
])('a solution that breaks our rule is refused: %s', async (_, lie, change) => {
  const reasons: string[] = []
  const asking = vroom({ onFailure: (why: string) => reasons.push(why) })
  server.answers({ lie })
  await expect(asking.routes({ ...crossed, ...change })).rejects.toThrow(
    'VROOM answered with routes that cannot be driven',
  )
  expect(reasons).toEqual(['VROOM answered with routes that cannot be driven'])
  expect(asking.lastAnswer()).toMatchObject({ problem: { kind: 'implausible' } })
})

const noSolution = 'VROOM answered something that is no solution'

test.each([
  ['500', { fault: 500 }, 'VROOM answered 500'],
  ['too large', { fault: 413 }, 'VROOM answered 413'],
  ['a code', { raw: '{"code":3,"error":"30 Congress Ave"}' }, 'VROOM answered 3'],
  ['a code of its own', { raw: '{"code":1}' }, 'VROOM answered 1'],
  ['a page', { raw: '<html>Welcome</html>' }, noSolution],
  ['nothing', { raw: '' }, noSolution],
  ['no routes', { raw: '{"code":0}' }, noSolution],
  ['negative times', { lie: steps(() => ({ arrival: -1 })) }, noSolution],
  ['NaN', { lie: steps(() => ({ arrival: Number.NaN })) }, noSolution],
  ['1e9 seconds', { lie: steps(() => ({ arrival: 1e9 })) }, noSolution],
  ['a half driver', { lie: swapHalf }, noSolution],
  ['silence', { hang: true }, 'VROOM did not answer in time'],
])('unavailable, logged without an address: %s', async (_, answers, reason) => {
  const reasons: string[] = []
  server.answers(answers)
  const asking = vroom({ onFailure: (why: string) => reasons.push(why), timeoutMs: 200 })
  await expect(asking.routes(crossed)).rejects.toThrow(reason)
  expect(reasons).toEqual([reason])
})

function swapHalf(solution: Parameters<Lie>[0]) {
  return { ...solution, routes: solution.routes.map((route) => ({ ...route, vehicle: 0.5 })) }
}

test('an unreachable server is asked three times, then not for half a minute', async () => {
  const asking = vroom({ baseUrl: 'http://127.0.0.1:9' })
  for (let n = 0; n < 3; n++)
    await expect(asking.routes(crossed)).rejects.toThrow('VROOM cannot be reached')
  await expect(asking.routes(crossed)).rejects.toThrow('VROOM is not asked for a while')
})
