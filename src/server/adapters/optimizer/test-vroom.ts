import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const index = z.int().min(0)
const window = z.tuple([z.number().min(0), z.number().min(0)])
const matrix = z.array(z.array(z.int().min(0)))

const Job = z.object({
  id: index,
  location_index: index,
  service: z.number().default(0),
  time_windows: z.array(window).optional(),
  skills: z.array(index).default([]),
  priority: z.int().min(0).max(100).default(0),
})
const Vehicle = z.object({
  id: index,
  start_index: index.optional(),
  time_window: window.optional(),
  skills: z.array(index).default([]),
})
const Request = z.object({
  jobs: z.array(Job),
  vehicles: z.array(Vehicle).min(1),
  matrices: z.object({ car: z.object({ durations: matrix, costs: matrix.optional() }) }),
})
type Request = z.output<typeof Request>
type Job = Request['jobs'][number]
type Vehicle = Request['vehicles'][number]

type Step = { type: string; id?: number; arrival: number; waiting_time: number; service: number }
type Solution = {
  code: number
  summary: { cost: number; unassigned: number }
  unassigned: { id: number; type: string }[]
  routes: { vehicle: number; cost: number; steps: Step[] }[]
}

type Settings = {
  /** Changes a faithful answer; text is sent unchanged. */
  lie?: (solution: Solution) => unknown
  fault?: number
  /** Sent unchanged. */
  raw?: string
  hang?: boolean
}

/**
 * A loopback server that speaks VROOM's JSON as vroom-express does: it puts each job where it costs least, in the order of
 * priorities and times, lists those that fit nowhere, and ignores every key it does not know.
 */
export async function startTestVroom() {
  const asked: Request[] = []
  const ignored = new Set<string>()
  let settings: Settings = {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { hang, fault, raw, lie } = settings
      const answer = (status: number, body: unknown) =>
        response
          .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
          .end(typeof body === 'string' ? body : JSON.stringify(body))
      const sent: unknown = JSON.parse(Buffer.concat(chunks).toString())
      const { data: read } = Request.safeParse(sent)
      if (read) asked.push(read)
      if (hang) return undefined
      if (fault) return answer(fault, '<html>Bad Gateway</html>')
      if (raw !== undefined) return answer(200, raw)
      const size = read?.matrices.car.durations.length ?? 0
      const isKnown = read?.jobs.every(({ location_index: at }) => at < size)
      if (!read || !isKnown || request.method !== 'POST')
        return answer(400, { code: 2, error: 'Invalid input' })
      for (const key of unknownKeys(sent, read)) ignored.add(key)
      const solution = solve(read)
      return answer(200, lie ? lie(solution) : solution)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    /** Keys it did not know. */
    ignored,
    /** Sets the next answers. */
    answers: (next: Settings) => void (settings = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function unknownKeys(sent: unknown, read: unknown): string[] {
  if (typeof sent !== 'object' || !sent) return []
  const known = read as Record<string, unknown>
  return Object.entries(sent).flatMap(([key, value]) =>
    key in known ? unknownKeys(value, known[key]) : [key],
  )
}

function solve({ jobs, vehicles, matrices: { car } }: Request): Solution {
  const costs = car.costs ?? car.durations
  const places = ({ start_index: start }: Vehicle, route: readonly Job[]) => [
    ...(start === undefined ? [] : [start]),
    ...route.map((job) => job.location_index),
  ]
  const costOf = (vehicle: Vehicle, route: readonly Job[]) =>
    places(vehicle, route).reduce(
      (sum, to, at, all) => sum + (at === 0 ? 0 : (costs[all[at - 1] ?? 0]?.[to] ?? 0)),
      0,
    )
  /** Undefined if a window is missed. */
  const stepsOf = (vehicle: Vehicle, route: readonly Job[]): Step[] | undefined => {
    const [earliest, latest] = vehicle.time_window ?? [0, Infinity]
    let time = earliest
    let at = vehicle.start_index
    const steps: Step[] = [{ type: 'start', arrival: time, waiting_time: 0, service: 0 }]
    for (const { id, location_index: to, service, time_windows: windows } of route) {
      const arrival = time + (at === undefined ? 0 : (car.durations[at]?.[to] ?? 0))
      const open = windows ? windows.find(([, end]) => arrival <= end) : ([0, Infinity] as const)
      if (!open) return undefined
      const waiting = Math.max(0, open[0] - arrival)
      steps.push({ type: 'job', id, arrival, waiting_time: waiting, service })
      time = arrival + waiting + service
      at = to
    }
    return time <= latest ? steps : undefined
  }
  const routes = vehicles.map((vehicle) => ({ vehicle, jobs: [] as Job[] }))
  const unassigned: Solution['unassigned'] = []
  const begins = ({ time_windows: windows }: Job) => windows?.[0]?.[0] ?? 0
  const order = jobs.toSorted((a, b) => b.priority - a.priority || begins(a) - begins(b))
  for (const job of order) {
    const choices = routes.flatMap((route) => {
      if (!job.skills.every((skill) => route.vehicle.skills.includes(skill))) return []
      return [...route.jobs, null].flatMap((_, at) => {
        const after = route.jobs.toSpliced(at, 0, job)
        const added = costOf(route.vehicle, after) - costOf(route.vehicle, route.jobs)
        return stepsOf(route.vehicle, after) ? [{ route, after, added }] : []
      })
    })
    const [best] = choices.toSorted((a, b) => a.added - b.added)
    if (best) best.route.jobs = best.after
    else unassigned.push({ id: job.id, type: 'job' })
  }
  const driven = routes.filter((route) => route.jobs.length > 0)
  return {
    code: 0,
    summary: {
      cost: driven.reduce((sum, route) => sum + costOf(route.vehicle, route.jobs), 0),
      unassigned: unassigned.length,
    },
    unassigned,
    routes: driven.map((route) => ({
      vehicle: route.vehicle.id,
      cost: costOf(route.vehicle, route.jobs),
      steps: stepsOf(route.vehicle, route.jobs) ?? [],
    })),
  }
}
