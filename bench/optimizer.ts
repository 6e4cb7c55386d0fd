import { Worker } from 'node:worker_threads'
import { minCostMatching } from '#shared/rules/min-cost-matching.ts'
import { randomNumbers, type RoutesProblem } from '#shared/rules/shortest-routes.ts'
import { median, printFigure, show } from './figures.ts'

const [technicians, visitsEach, days] = [50, 5, 5]

/**
 * "Optimize day" for 50 technicians and 250 visits, in its worker thread. Where everyone may take every visit, one exact matching
 * of all visits is the optimum: its minutes and time stand beside ours. With skills, nothing proves an optimum early.
 */
export async function measureOptimizer(): Promise<void> {
  const [ours, exact, skilled, worse]: number[][] = [[], [], [], []]
  for (let seed = 1; seed <= days; seed++) {
    const problem = randomDay(seed)
    const [begun, found] = [performance.now(), await inWorker(problem)]
    const answered = performance.now()
    const least = leastMinutes(problem)
    const matched = performance.now()
    await inWorker(randomDay(seed, 0.2))
    ours?.push(answered - begun)
    exact?.push(matched - answered)
    skilled?.push(performance.now() - matched)
    worse?.push(minutesOf(problem, found) / least)
  }
  const [time, matching, hard] = [ours, exact, skilled].map((times) => median(times ?? []))
  const what = 'a day of 50 technicians'
  const from = `${show(time ?? NaN, 'ms')} ÷ ${show(matching ?? NaN, 'ms')}`
  printFigure(null, `${what} ÷ one exact matching`, (time ?? NaN) / (matching ?? NaN), '×', {
    from,
  })
  printFigure(null, `${what}, some with a skill`, hard ?? NaN, 'ms', { goal: { atMost: 2000 } })
  printFigure(
    null,
    `minutes ÷ the exact optimum, worst of ${days}`,
    Math.max(...(worse ?? [])),
    '×',
    {
      goal: { atMost: 1.03 },
    },
  )
}

/** A technician's visits are two hours apart; they start out assigned without regard to location. */
function randomDay(seed: number, withSkill = 0): RoutesProblem {
  const random = randomNumbers(seed)
  const places = (count: number) => Array.from({ length: count }, () => [random(), random()])
  const [homes, stops] = [places(technicians), places(technicians * visitsEach)]
  // A town of 25 by 25 miles, at 25 mph and a third longer than the crow flies.
  const minutes = ([x = 0, y = 0]: number[], [toX = 0, toY = 0]: number[]) =>
    Math.ceil(Math.hypot(x - toX, y - toY) * 25 * (4 / 3) * (60 / 25))
  const starts = stops.map((_, stop) => 480 + 120 * Math.floor(stop / technicians))
  const table = <T>(
    from: number[][],
    value: (one: number[], other: number[], at: number, to: number) => T,
  ) => from.map((one, at) => stops.map((other, to) => value(one, other, at, to)))
  const now = stops.map((_, stop) => stop % technicians)
  const able = homes.map(() => random() < 0.5)
  const needs = stops.map((_, stop) => Boolean(able[now[stop] ?? 0]) && random() < withSkill)
  return {
    starts,
    first: table(homes, minutes),
    between: table(stops, minutes),
    together: table(stops, (_one, _other, at, to) => (starts[at] ?? 0) < (starts[to] ?? 0)),
    may: able.map((isAble) => needs.map((isNeeded) => isAble || !isNeeded)),
    now,
    locked: stops.map(() => false),
  }
}

const inWorker = (problem: RoutesProblem): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const url = new URL('../src/server/features/schedule/routes-worker.ts', import.meta.url)
    const worker = new Worker(url, { workerData: { problem } })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** Each visit after a technician's start or an earlier visit. */
function leastMinutes({ first, between, together, starts }: RoutesProblem): number {
  const costs = starts.map((_, stop) => [
    ...first.map((row) => row[stop] ?? 0),
    ...starts.map((_start, before) =>
      together[before]?.[stop] ? (between[before]?.[stop] ?? 0) : 1e9,
    ),
  ])
  return minCostMatching(costs).reduce((sum, column, stop) => sum + (costs[stop]?.[column] ?? 0), 0)
}

const minutesOf = ({ first, between, starts }: RoutesProblem, driverOf: readonly number[]) =>
  first.reduce((sum, row, driver) => {
    const route = starts.flatMap((_, stop) => (driverOf[stop] === driver ? [stop] : []))
    return route.reduce(
      (all, stop, at) => all + ((at === 0 ? row : between[route[at - 1] ?? 0])?.[stop] ?? 0),
      sum,
    )
  }, 0)
