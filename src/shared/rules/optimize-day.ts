import type { DayVisit, RoadDay } from './assignable-day.ts'
import { assignmentRefusal, type Driver } from './assignment.ts'
import { firstDrive, minutesBetween, tooFarApart, usualMinutes } from './road.ts'
import { type RoutesProblem, shortestRoutes } from './shortest-routes.ts'
import { minutesOf, overlap, startOf } from './slots.ts'
import { roadMiles } from './travel.ts'

/** Visit ids and who takes them; null for no one. */
export type Assigned = ReadonlyMap<string, string | null>

/** What a day's drives take, to the first visit and between visits, not back home; miles are estimated. */
export type Driven = { minutes: number; miles: number }

/** Why a visit changes technicians: the minutes of the drive to it, now and then. */
export type MoveReason =
  | { kind: 'placed'; minutes: number }
  | { kind: 'shorter'; minutes: number; minutesNow: number }
  /** Its own drive is no shorter, but the day's drives are. */
  | { kind: 'room'; minutes: number; minutesNow: number }

export type OptimizedMove = { jobId: string; from: string | null; to: string; reason: MoveReason }

/** The day's visits in order, without those of people who are no technicians now. */
const visitsOf = ({ visits, technicians }: RoadDay) =>
  visits
    .filter(({ technicianId: id }) => !id || technicians.some((one) => one.id === id))
    .toSorted((a, b) => a.slot - b.slot || (a.id < b.id ? -1 : 1))

/** The day as numbers, for `shortestRoutes`. `locked`: ids of visits that stay with their technician. */
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
    between: later((one, other) => driveBetween(day, one, other), 0),
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

/** Who takes each visit by an answer of `shortestRoutes`. */
export const assignedBy = (day: RoadDay, driverOf: readonly number[]): Assigned =>
  new Map(visitsOf(day).map(({ id }, at) => [id, day.technicians[driverOf[at] ?? -1]?.id ?? null]))

/** The technicians of a day with the least driven minutes; nothing but technicians changes. */
export const optimizeDay = (day: RoadDay, locked: ReadonlySet<string> = new Set()): Assigned =>
  assignedBy(day, shortestRoutes(routesProblem(day, locked)))

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

/** What each technician drives on a day; by default as assigned now. */
export function drivenBy(day: RoadDay, assigned?: Assigned): Map<string, Driven> {
  return new Map(
    day.technicians.map((technician) => {
      const route = routeOf(day, technician.id, assigned)
      const minutes = route.reduce(
        (sum, visit, at) => sum + driveTo(day, technician, route[at - 1], visit),
        0,
      )
      const miles = route.reduce(
        (sum, visit, at) => sum + milesTo(day, technician, route[at - 1], visit),
        0,
      )
      return [technician.id, { minutes, miles: Math.round(miles * 10) / 10 }]
    }),
  )
}

/** Whether technicians of moved visits can be at all of theirs in time. */
export function isDrivable(day: RoadDay, assigned: Assigned): boolean {
  const then = day.visits.map((visit) => ({
    ...visit,
    technicianId: (assigned.has(visit.id) ? assigned.get(visit.id) : visit.technicianId) ?? null,
  }))
  return then.every((visit, at) => {
    if (!visit.technicianId || visit.technicianId === day.visits[at]?.technicianId) return true
    const technician = day.technicians.find(({ id }) => id === visit.technicianId)
    return technician && assignmentRefusal(technician, visit, then, day.road) === null
  })
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

/** The center of a ZIP code counts as the place itself: totals want the likely drive, not the shortest possible one. */
const likely = ({ place }: DayVisit) => place && { ...place, isCenter: false }

function driveTo(
  day: RoadDay,
  { workingHours, home }: Driver,
  from: DayVisit | undefined,
  visit: DayVisit,
): number {
  if (from) return driveBetween(day, from, visit)
  const road = { ...day.road, starts: home ? [home] : day.road.starts }
  return firstDrive({ workingHours }, { ...visit, place: likely(visit) }, road)
}

/** From the first visit, when its technician leaves. */
function driveBetween({ road }: RoadDay, from: DayVisit, to: DayVisit): number {
  const leaves = minutesOf(startOf(from.slot)) + (from.minutes ?? usualMinutes)
  const at = { hour: Math.floor(leaves / 60) % 24, weekday: road.weekday }
  return minutesBetween(likely(from), likely(to), road.drive, at)
}

function milesTo(
  { road }: RoadDay,
  { home }: Driver,
  before: DayVisit | undefined,
  { place }: DayVisit,
): number {
  if (!place) return 0
  if (before) return before.place ? roadMiles(before.place, place) : 0
  const from = home ? [home] : road.starts
  return from.length > 0 ? Math.min(...from.map((one) => roadMiles(one, place))) : 0
}
