import type { DayVisit, RoadDay } from './assignable-day.ts'
import { assignmentRefusal, type Driver } from './assignment.ts'
import { likelyFirstDrive, likelyMinutes, startFor, tooFarApart } from './road.ts'
import type { RoutesProblem } from './shortest-routes.ts'
import { minutesOf, overlap, startOf } from './slots.ts'
import type { Coordinates } from './service-area.ts'
import { roadMiles } from './travel.ts'

/** Visit ids and who takes them; null for no one. */
export type Assigned = ReadonlyMap<string, string | null>

/** Minutes and miles of a day's drives: to the first visit and between visits, not back home. */
export type Driven = { minutes: number; miles: number }

/** Road miles from one place to another. */
type Miles = (from: Coordinates, to: Coordinates) => number

/** Why a visit changes technicians: the minutes of the drive to it, now and then. */
type MoveReason =
  | { kind: 'placed'; minutes: number }
  | { kind: 'shorter'; minutes: number; minutesNow: number }
  /** Its own drive is not shorter, but the day's drives are. */
  | { kind: 'room'; minutes: number; minutesNow: number }

type OptimizedMove = { jobId: string; from: string | null; to: string; reason: MoveReason }

/** The day's visits in order, without those of people who are no longer technicians. */
const visitsOf = ({ visits, technicians }: RoadDay) =>
  visits
    .filter(({ technicianId: id }) => !id || technicians.some((one) => one.id === id))
    .toSorted((a, b) => a.slot - b.slot || (a.id < b.id ? -1 : 1))

/** The day as input for `shortestRoutes`. `locked`: ids of visits that keep their technician. */
export function routesProblem(day: RoadDay, locked: ReadonlySet<string>): RoutesProblem {
  const { technicians, road } = day
  const visits = visitsOf(day)
  const later = <T>(value: (one: DayVisit, other: DayVisit) => T, unused: T) =>
    visits.map((one, at) =>
      visits.map((other, otherAt) => (otherAt > at ? value(one, other) : unused)),
    )
  return {
    starts: visits.map(({ slot }) => minutesOf(startOf(slot))),
    first: technicians.map((technician) =>
      visits.map((visit) => driveTo(day, technician, undefined, visit)),
    ),
    between: later((one, other) => likelyMinutes(one, other, day.road), 0),
    together: later(
      (one, other) => !overlap(one.slot, other.slot) && tooFarApart(one, other, road) === undefined,
      false,
    ),
    may: technicians.map((technician) =>
      visits.map((visit) => assignmentRefusal(technician, visit, [], road) === null),
    ),
    now: visits.map(({ technicianId }) => technicians.findIndex(({ id }) => id === technicianId)),
    locked: visits.map(({ id, technicianId }) => technicianId !== null && locked.has(id)),
  }
}

/** Each visit's technician by an answer of `shortestRoutes`. */
export const assignedBy = (day: RoadDay, driverOf: readonly number[]): Assigned =>
  new Map(visitsOf(day).map(({ id }, at) => [id, day.technicians[driverOf[at] ?? -1]?.id ?? null]))

/** The visits that change technicians, in the day's order. */
export function movesTo(day: RoadDay, then: Assigned): OptimizedMove[] {
  const now = new Map(day.visits.map(({ id, technicianId }) => [id, technicianId]))
  const [drivesNow, drivesThen] = [drivesTo(day, now), drivesTo(day, then)]
  return visitsOf(day).flatMap(({ id, technicianId: from }) => {
    const to = then.get(id)
    if (!to || to === from) return []
    const minutes = drivesThen.get(id) ?? 0
    const minutesNow = drivesNow.get(id) ?? 0
    const kind = minutes < minutesNow ? 'shorter' : 'room'
    const reason: MoveReason = from ? { kind, minutes, minutesNow } : { kind: 'placed', minutes }
    return [{ jobId: id, from, to, reason }]
  })
}

/** Each technician's drives on a day; by default as currently assigned, with estimated miles. */
export function drivenBy(
  day: RoadDay,
  assigned?: Assigned,
  miles: Miles = roadMiles,
): Map<string, Driven> {
  return new Map(
    day.technicians.map((technician) => {
      const route = routeOf(day, technician.id, assigned)
      const minutes = route.reduce(
        (sum, visit, at) => sum + driveTo(day, technician, route[at - 1], visit),
        0,
      )
      const driven = legsOf(day, technician, route).reduce((sum, leg) => sum + miles(...leg), 0)
      return [technician.id, { minutes, miles: Math.round(driven * 10) / 10 }]
    }),
  )
}

/** Start and end of all drives of a day, to ask for their miles. */
export const drivesOn = (day: RoadDay, assigned?: Assigned): [Coordinates, Coordinates][] =>
  day.technicians.flatMap((one) => legsOf(day, one, routeOf(day, one.id, assigned)))

/** The moved visits that their new technicians cannot take or reach in time. */
export function undrivable(day: RoadDay, assigned: Assigned): string[] {
  const then = day.visits.map((visit) => ({
    ...visit,
    technicianId: (assigned.has(visit.id) ? assigned.get(visit.id) : visit.technicianId) ?? null,
  }))
  const moved = then.filter(
    ({ technicianId }, at) => technicianId && technicianId !== day.visits[at]?.technicianId,
  )
  return moved
    .filter((visit) => {
      const technician = day.technicians.find(({ id }) => id === visit.technicianId)
      return !technician || assignmentRefusal(technician, visit, then, day.road) !== null
    })
    .map(({ id }) => id)
}

function routeOf(day: RoadDay, technicianId: string, assigned?: Assigned) {
  return visitsOf(day).filter(
    (visit) => (assigned ? assigned.get(visit.id) : visit.technicianId) === technicianId,
  )
}

function drivesTo(day: RoadDay, assigned: Assigned): Map<string, number> {
  return new Map(
    day.technicians.flatMap((technician) =>
      routeOf(day, technician.id, assigned).map((visit, at, route) => [
        visit.id,
        driveTo(day, technician, route[at - 1], visit),
      ]),
    ),
  )
}

function driveTo(
  day: RoadDay,
  driver: Driver,
  from: DayVisit | undefined,
  visit: DayVisit,
): number {
  if (from) return likelyMinutes(from, visit, day.road)
  return likelyFirstDrive(driver, visit, day.road)
}

/** The drives from home, else the nearest start, to the first visit and on; visits without a known place are left out. */
function legsOf(
  { road }: RoadDay,
  driver: Driver,
  route: readonly DayVisit[],
): [Coordinates, Coordinates][] {
  return route.flatMap(({ place }, at): [Coordinates, Coordinates][] => {
    if (!place) return []
    if (at > 0) {
      const before = route[at - 1]?.place
      return before ? [[before, place]] : []
    }
    const start = startFor(driver, place, road)
    return start ? [[start, place]] : []
  })
}
