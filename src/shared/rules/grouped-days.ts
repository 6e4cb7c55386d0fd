import { daysBetween, type LocalDate } from './calendar.ts'
import {
  type Coordinates,
  type CoreSpot,
  marginMiles,
  milesBetween,
  milesBeyond,
} from './service-area.ts'

/** Number of visits at a location on a business-local date. */
export type LocatedVisits = Coordinates & { date: LocalDate; visits: number }

/** A date with visits nearby; `grouped` once its area reaches the minimum, so it is offered first. */
export type NearbyDay = { date: LocalDate; grouped: boolean }

type Grouping = {
  /** The active core spots. */
  spots: readonly CoreSpot[]
  /** What counts as nearby, and the size of an area outside every spot. */
  radiusMiles: number
  /** Visits that make a day grouped; 0 and 1 switch grouping off. */
  minimum: number
}

/** Longest wait for a grouped day, counted from the first open one. */
const mostDaysLater = 7

/** Dates, ascending, with a visit near a location or enough of them in its area. */
export function nearbyDays(
  place: Coordinates,
  booked: readonly LocatedVisits[],
  { spots, radiusMiles, minimum }: Grouping,
): NearbyDay[] {
  const isInArea = areaAround(place, spots, radiusMiles)
  const perDay = new Map<LocalDate, { near: boolean; inArea: number }>()
  for (const visit of booked) {
    const day = perDay.get(visit.date) ?? { near: false, inArea: 0 }
    perDay.set(visit.date, {
      near: day.near || milesBetween(place, visit) <= radiusMiles,
      inArea: day.inArea + (isInArea(visit) ? visit.visits : 0),
    })
  }
  return [...perDay]
    .map(([date, { near, inArea }]) => ({ date, near, grouped: minimum > 1 && inArea >= minimum }))
    .filter(({ near, grouped }) => near || grouped)
    .map(({ date, grouped }) => ({ date, grouped }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** Whether a location is in the same core spot, or nearby if it is in none. */
function areaAround(place: Coordinates, spots: readonly CoreSpot[], radiusMiles: number) {
  const [spot] = spots.toSorted((one, other) => milesBeyond(place, one) - milesBeyond(place, other))
  return spot && milesBeyond(place, spot) <= marginMiles
    ? (visit: Coordinates) => milesBeyond(visit, spot) <= marginMiles
    : (visit: Coordinates) => milesBetween(place, visit) <= radiusMiles
}

/** The suggested day: the first grouped one within a week of the first open day, else the first open one. */
export function dayToPropose<Day extends { date: LocalDate; open: boolean }>(
  days: readonly Day[],
  groupedDates: readonly LocalDate[],
): Day | undefined {
  const open = days.filter((day) => day.open)
  const [first] = open
  const grouped = open.find(({ date }) => groupedDates.includes(date))
  return first && grouped && daysBetween(first.date, grouped.date) <= mostDaysLater
    ? grouped
    : first
}
