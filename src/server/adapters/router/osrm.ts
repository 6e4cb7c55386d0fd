import { z } from 'zod'
import { now as clock } from '#server/base/clock.ts'
import { type Coordinates, milesBetween } from '#shared/rules/service-area.ts'
import { fetchFrom } from '../provider-call.ts'
import { type RoutedDrive, type Router, type RouterProblem, RouterUnavailable } from './port.ts'

const timeoutMs = 5_000
// After this many failures in a row nothing is sent for a while: no one waits for a dead service.
const failuresToOpen = 3
const pauseMs = 30_000
/** OSRM's own limit of coordinates per request. */
const mostPlaces = 100

type OsrmOptions = {
  /** The server's address without `/table`. */
  baseUrl: string
  timeoutMs?: number
  now?: () => Date
  /** Receives the technical reason of each failed or doubtful answer, never a position. */
  onFailure?: (reason: string) => void
}

const reasons: Record<RouterProblem['kind'], string> = {
  unreachable: 'OSRM cannot be reached',
  slow: 'OSRM did not answer in time',
  unreadable: 'OSRM answered something that is no table of drives',
  implausible: 'OSRM answered with impossible drives',
  refused: 'OSRM answered',
}

/** An OSRM server (OpenStreetMap data). */
export function createOsrm(options: OsrmOptions): Router {
  const base = options.baseUrl.replace(/\/$/, '')
  const now = options.now ?? clock
  let failures = 0
  let pausedUntil = 0
  let last: ReturnType<Router['lastAnswer']>

  const report = (problem: RouterProblem) => {
    last = { at: now(), problem }
    const reason =
      problem.kind === 'refused' ? `${reasons.refused} ${problem.answer}` : reasons[problem.kind]
    options.onFailure?.(reason)
    return new RouterUnavailable(reason)
  }
  const fail = (problem: RouterProblem) => {
    failures += 1
    if (failures >= failuresToOpen) pausedUntil = now().getTime() + pauseMs
    return report(problem)
  }
  const ask = async (url: string): Promise<{ status: number; body: unknown }> => {
    try {
      const response = await fetchFrom('router', url, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
      })
      const text = await response.text()
      return { status: response.status, body: parsed(text) }
    } catch (error) {
      throw fail({ kind: isTimeout(error) ? 'slow' : 'unreachable' })
    }
  }

  /** One request; together at most as many places as OSRM takes. */
  async function table(from: readonly Coordinates[], to: readonly Coordinates[]) {
    if (now().getTime() < pausedUntil) throw new RouterUnavailable('OSRM is not asked for a while')
    const { status, body } = await ask(`${base}${pathFor(from, to)}`)
    const { data: said } = Said.safeParse(body)
    if (said?.code !== 'Ok' || status !== 200) {
      if (status === 200 && !said) throw fail({ kind: 'unreadable' })
      const code = said?.code ?? ''
      throw fail({ kind: 'refused', answer: /^[A-Z]\w{1,40}$/.test(code) ? code : String(status) })
    }
    const { data: answer } = tableOf(from.length, to.length).safeParse(body)
    if (!answer) throw fail({ kind: 'unreadable' })
    failures = 0
    const { durations, distances, sources, destinations } = answer
    const doubts = { found: false }
    const rows = from.map((one, row) =>
      to.map((other, column) => {
        const seconds = durations[row]?.[column]
        const meters = distances[row]?.[column]
        if (seconds === null || meters === null) return undefined
        const offRoad = (sources[row]?.distance ?? 0) + (destinations[column]?.distance ?? 0)
        const drive = plausible(one, other, { seconds, meters, offRoad })
        doubts.found ||= !drive
        return drive
      }),
    )
    if (doubts.found) report({ kind: 'implausible' })
    else last = { at: now(), problem: null }
    return rows
  }

  return {
    lastAnswer: () => last,
    async drives(from, to) {
      const all: (RoutedDrive | undefined)[][] = []
      const [high, wide] = sizesFor(from.length, to.length)
      for (const some of inChunks(from, high)) {
        const rows: (RoutedDrive | undefined)[][] = some.map(() => [])
        for (const others of inChunks(to, wide))
          (await table(some, others)).forEach((row, at) => rows[at]?.push(...row))
        all.push(...rows)
      }
      return all
    },
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How many sources and destinations fit into one request. */
function sizesFor(from: number, to: number): [number, number] {
  const high = Math.min(from, Math.max(mostPlaces / 2, mostPlaces - to))
  return [high, mostPlaces - high]
}

function* inChunks<T>(list: readonly T[], size: number) {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

/** Longitude first. */
const pointOf = ({ latitude, longitude }: Coordinates) => `${longitude},${latitude}`

function pathFor(from: readonly Coordinates[], to: readonly Coordinates[]): string {
  const points = [...from, ...to].map(pointOf).join(';')
  const sources = from.map((_, at) => at).join(';')
  const destinations = to.map((_, at) => from.length + at).join(';')
  return `/table/v1/driving/${points}?sources=${sources}&destinations=${destinations}&annotations=duration,distance`
}

const Said = z.object({ code: z.string() })

/** A value that is no number is doubtful by itself; null is a missing road. */
const value = z.union([z.number(), z.null()]).catch(Number.NaN)
/** How far a place was moved to its nearest road. */
const waypoint = z.object({ distance: z.number().min(0).optional() })

const tableOf = (from: number, to: number) => {
  const matrix = z.array(z.array(value).length(to)).length(from)
  const nearest = (places: number) => z.array(waypoint).length(places)
  return z.object({
    durations: matrix,
    distances: matrix,
    sources: nearest(from),
    destinations: nearest(to),
  })
}

const metersPerMile = 1609.344
const fastestMph = 90
const slowestMph = 10
const slackSeconds = 2 * 3600
const longestSeconds = 24 * 3600
/** Farther from any road than this, the router's map does not have the place. */
const farthestOffRoad = 5_000

type Claimed = { seconds?: number | undefined; meters?: number | undefined; offRoad: number }

/**
 * The drive, unless no car can have done it: faster than 90 mph along the great circle, shorter than it, or hours longer than
 * at 10 mph. Router and we may differ by how far the places are from their roads.
 */
function plausible(
  from: Coordinates,
  to: Coordinates,
  { seconds = Number.NaN, meters = Number.NaN, offRoad }: Claimed,
): RoutedDrive | undefined {
  if (!(seconds >= 0 && seconds <= longestSeconds && meters >= 0)) return undefined
  if (!(offRoad <= farthestOffRoad)) return undefined
  const direct = milesBetween(from, to)
  const least = Math.max(0, direct - offRoad / metersPerMile)
  const longest = slackSeconds + (direct / slowestMph) * 3600
  const fastest = (least / fastestMph) * 3600
  if (seconds < fastest || seconds > longest) return undefined
  // Road distances are measured on a slightly different globe.
  if (meters < least * metersPerMile * 0.99) return undefined
  if (meters > (longestSeconds / 3600) * fastestMph * metersPerMile) return undefined
  return { seconds: Math.ceil(seconds), meters: Math.round(meters) }
}
