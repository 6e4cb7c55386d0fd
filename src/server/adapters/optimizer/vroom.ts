import { z } from 'zod'
import { areDrivable, type RoutesProblem } from '#shared/rules/shortest-routes.ts'
import { type WatchOptions, watchService } from '../watched-service.ts'
import type { Optimizer } from './port.ts'

/** A VROOM server (vroom-express). It receives minutes between numbered stops, no positions or names. */
export function createVroom({
  baseUrl,
  ...options
}: WatchOptions & { baseUrl: string }): Optimizer {
  const words = {
    name: 'VROOM',
    unreadable: 'no solution',
    implausible: 'routes that cannot be driven',
  }
  const service = watchService('optimizer', words, options)
  return {
    lastAnswer: service.lastAnswer,
    async routes(problem) {
      const { status, body } = await service.ask(baseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(requestFor(problem)),
      })
      const { data: said } = Said.safeParse(body)
      if (said?.code !== 0 || status !== 200) {
        if (status === 200 && !said) throw service.fail({ kind: 'unreadable' })
        throw service.fail({ kind: 'refused', answer: String(said?.code || status) })
      }
      const { data: solution } = Solution.safeParse(body)
      if (!solution) throw service.fail({ kind: 'unreadable' })
      const driverOf = driversIn(solution, problem)
      if (!driverOf) throw service.fail({ kind: 'implausible' })
      service.answered()
      return driverOf
    },
  }
}

const Said = z.object({ code: z.int() })

const id = z.int().min(0)
const seconds = z.number().min(0).max(1e6)
const Solution = z.object({
  routes: z.array(
    z.object({
      vehicle: id,
      steps: z.array(
        z.object({
          type: z.string(),
          id: id.optional(),
          arrival: seconds,
          waiting_time: seconds.default(0),
        }),
      ),
    }),
  ),
  unassigned: z.array(z.object({ id })),
})

/** VROOM allows no negative times, and the first drive may begin before midnight. */
const dayBefore = 86_400
/** Longer than a day, so such a drive is never possible. */
const tooLong = 99_999
const timeOf = (minutes: number) => dayBefore + minutes * 60

/**
 * The day in VROOM's format, which ignores unknown keys: a job has `time_windows`, each place a row in a matrix. A drive
 * that leaves too little time becomes too long to make; each stop needs its own skill, held only by drivers who may take
 * it.
 */
function requestFor({ starts, first, between, together, may, now, locked }: RoutesProblem) {
  const drivers = first.map((_, driver) => driver)
  const gap = (from: number, to: number) => ((starts[to] ?? 0) - (starts[from] ?? 0)) * 60
  const isPossible = (from: number, to: number) =>
    from < to && (together[from]?.[to] || (now[from] !== -1 && now[from] === now[to]))
  const matrix = (drive: (from: number, to: number) => number) => [
    ...first.map((row) => [...drivers.map(() => 0), ...row.map((minutes) => minutes * 60)]),
    ...starts.map((_, from) => [
      ...drivers.map(() => 0),
      ...starts.map((_start, to) =>
        from === to ? 0 : isPossible(from, to) ? drive(from, to) : tooLong,
      ),
    ]),
  ]
  const driveSeconds = (from: number, to: number) => (between[from]?.[to] ?? 0) * 60
  // Our rule may allow a drive longer than the likely one: an address known by its ZIP code may be nearer.
  const durations = matrix((from, to) => Math.min(driveSeconds(from, to), gap(from, to)))
  const costs = matrix(driveSeconds)
  const differs = costs.some((row, at) => row.some((cost, to) => cost !== durations[at]?.[to]))
  return {
    jobs: starts.map((minutes, stop) => ({
      id: stop,
      location_index: drivers.length + stop,
      time_windows: [[timeOf(minutes), timeOf(minutes)]],
      skills: [stop],
      priority: now[stop] === -1 ? 0 : 100,
    })),
    vehicles: drivers.map((driver) => ({
      id: driver,
      start_index: driver,
      skills: starts.flatMap((_, stop) =>
        now[stop] === driver || (!locked[stop] && may[driver]?.[stop]) ? [stop] : [],
      ),
    })),
    matrices: { car: { durations, ...(differs && { costs }) } },
  }
}

/** Undefined unless each stop occurs once, at its time, and all routes can be driven. */
function driversIn(
  { routes, unassigned }: z.output<typeof Solution>,
  problem: RoutesProblem,
): number[] | undefined {
  const driverOf = new Map<number, number>()
  const visits = routes.flatMap(({ vehicle, steps }) =>
    steps.filter(({ type }) => type === 'job').map((step) => ({ ...step, vehicle })),
  )
  for (const { id: stop = -1, vehicle, arrival, waiting_time } of visits) {
    const start = problem.starts[stop]
    if (start === undefined || driverOf.has(stop) || !problem.first[vehicle]) return undefined
    if (Math.abs(arrival + waiting_time - timeOf(start)) > 1) return undefined
    driverOf.set(stop, vehicle)
  }
  for (const { id: stop } of unassigned) {
    if (driverOf.has(stop)) return undefined
    driverOf.set(stop, -1)
  }
  const found = problem.starts.map((_, stop) => driverOf.get(stop))
  if (driverOf.size !== found.length || !found.every((driver) => driver !== undefined))
    return undefined
  return areDrivable(problem, found) ? found : undefined
}
