import type { Location, Road } from './road.ts'
import type { Coordinates } from './service-area.ts'
import { minutesAway, roadMiles, wholeMinutes } from './travel.ts'

/** A date's road in the contract's shape. */
export type DayRoad = Omit<Road, 'drive' | 'starts'> & {
  starts: Coordinates[]
  /** Places rounded to thousandths of a degree, and the router's minutes between them; null if unknown. */
  points: Coordinates[]
  minutes: (number | null)[][]
  /** The correction factor for drives that begin in each hour of the day. */
  factors: number[]
  /** Where and when technicians start: all of them for the office, else only the technician who asks. */
  drivers: { id: string; home: Coordinates | null; hours: Road['hours'] | null }[]
  /** The router's miles of the day's drives, between rounded places. */
  legs: { from: Coordinates; to: Coordinates; miles: number }[]
  /** The position of the requested address. */
  place?: Location | null
}

/** The road as screens use it. */
export type KnownRoad = Road & {
  miles: (from: Coordinates, to: Coordinates) => number
  /** Undefined for technicians the viewer may not see. */
  driver: (technicianId: string | null) => Starting | undefined
  place: Location | null
}
/** A saved offline answer may be of an earlier version. */
type Saved = Omit<DayRoad, 'drivers' | 'legs'> & Partial<Pick<DayRoad, 'drivers' | 'legs'>>
type Starting = { home: Coordinates | null; workingHours: (Road['hours'] | null)[] }

const keyOf = ({ latitude, longitude }: Coordinates) =>
  `${Math.round(latitude * 1000)},${Math.round(longitude * 1000)}`

/** The road of an answer, with the server's own minutes and miles. */
export function roadOf(answer: Saved): KnownRoad {
  const { points, minutes, factors, drivers = [], legs = [], place = null, ...road } = answer
  const indexOf = new Map(points.map((point, at) => [keyOf(point), at]))
  const milesOf = new Map(legs.map(({ from, to, miles }) => [`${keyOf(from)}/${keyOf(to)}`, miles]))
  const routed = (from: Coordinates, to: Coordinates) =>
    minutes[indexOf.get(keyOf(from)) ?? -1]?.[indexOf.get(keyOf(to)) ?? -1]
  return {
    ...road,
    place,
    drive: (from, to, at) =>
      wholeMinutes((routed(from, to) ?? minutesAway(from, to)) * ((at && factors[at.hour]) ?? 1)),
    miles: (from, to) => milesOf.get(`${keyOf(from)}/${keyOf(to)}`) ?? roadMiles(from, to),
    driver: (technicianId) => {
      const known = drivers.find(({ id }) => id === technicianId)
      return (
        known && { home: known.home, workingHours: Array.from({ length: 7 }, () => known.hours) }
      )
    },
  }
}
