import type { Road } from './road.ts'
import type { Coordinates } from './service-area.ts'
import { minutesAway, wholeMinutes } from './travel.ts'

/** A date's road as calls answer it. */
export type DayRoad = Omit<Road, 'drive' | 'starts'> & {
  starts: Coordinates[]
  /** Places rounded to thousandths of a degree, and the router's minutes from each to each; null where not known. */
  points: Coordinates[]
  minutes: (number | null)[][]
  /** By how much drives that begin in each hour of that day are corrected. */
  factors: number[]
}

const keyOf = ({ latitude, longitude }: Coordinates) =>
  `${Math.round(latitude * 1000)},${Math.round(longitude * 1000)}`

/** The road of an answer, with the server's own minutes. */
export function roadOf({ points, minutes, factors, ...road }: DayRoad): Road {
  const indexOf = new Map(points.map((point, at) => [keyOf(point), at]))
  const routed = (from: Coordinates, to: Coordinates) =>
    minutes[indexOf.get(keyOf(from)) ?? -1]?.[indexOf.get(keyOf(to)) ?? -1]
  return {
    ...road,
    drive: (from, to, at) =>
      wholeMinutes((routed(from, to) ?? minutesAway(from, to)) * ((at && factors[at.hour]) ?? 1)),
  }
}
