import { z } from 'zod'
import { type Coordinates, milesBetween } from '#shared/rules/service-area.ts'
import { type WatchOptions, watchService } from '../watched-service.ts'
import type { RoutedDrive, Router } from './port.ts'

/** OSRM's own limit of coordinates per request. */
const mostPlaces = 100

type OsrmOptions = WatchOptions & {
  /** The server's address without `/table`. */
  baseUrl: string
}

/** An OSRM server (OpenStreetMap data). */
export function createOsrm({ baseUrl, ...options }: OsrmOptions): Router {
  const base = baseUrl.replace(/\/$/, '')
  const words = {
    name: 'OSRM',
    unreadable: 'no table of drives',
    implausible: 'impossible drives',
  }
  const service = watchService('router', words, options)

  /** Sends one request, with at most as many places as OSRM accepts. */
  async function table(from: readonly Coordinates[], to: readonly Coordinates[]) {
    const { status, body } = await service.ask(`${base}${pathFor(from, to)}`)
    const { data: said } = Said.safeParse(body)
    if (said?.code !== 'Ok' || status !== 200) {
      if (status === 200 && !said) throw service.fail({ kind: 'unreadable' })
      const code = said?.code ?? ''
      const answer = /^[A-Z]\w{1,40}$/.test(code) ? code : String(status)
      throw service.fail({ kind: 'refused', answer })
    }
    const { data: answer } = tableOf(from.length, to.length).safeParse(body)
    if (!answer) throw service.fail({ kind: 'unreadable' })
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
    service.answered(doubts.found ? { kind: 'implausible' } : null)
    return rows
  }

  return {
    lastAnswer: service.lastAnswer,
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

/** The numbers of sources and destinations that fit into one request. */
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

/** A value that is not a number invalidates only itself; null means no road. */
const value = z.union([z.number(), z.null()]).catch(Number.NaN)
/** Miles a place was moved to its nearest road. */
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
/** Farther than this from any road, the place is not on the router's map. */
const farthestOffRoad = 5_000

type Claimed = { seconds?: number | undefined; meters?: number | undefined; offRoad: number }

/**
 * The drive, unless it is impossible: faster than 90 mph along the great circle, shorter than it, or hours longer than at
 * 10 mph. Allows for the distance of the places from their roads.
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
