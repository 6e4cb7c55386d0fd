import type { DriveTime } from './learned-drives.ts'
import { type Coordinates, milesBetween } from './service-area.ts'
import { minutesOf, type Slot, startOf } from './slots.ts'

/** Where a visit is. `isCenter`: only its ZIP code is known, and this is the code's center. */
export type Location = Coordinates & { isCenter?: boolean }

// ZIP code centers have four decimals, houses have more.
const isRounded = (degrees: number) => Math.abs(degrees * 1e4 - Math.round(degrees * 1e4)) < 1e-6
/** Whether the coordinates are only a ZIP code center. */
export const isZipCenter = ({ latitude, longitude }: Coordinates) =>
  isRounded(latitude) && isRounded(longitude)

/** Driving minutes from one place to another, at least 1; `at`: when the drive begins, if relevant. */
export type Drive = (from: Coordinates, to: Coordinates, at?: DriveTime) => number

/** Minutes a technician stays unless the package has its own. */
const usualMinutes = 45

/** A visit's facts for the road: minutes the technician stays, and the place; without a place no drive is counted. */
export type RoadVisit = { slot: Slot; minutes?: number; place?: Location | null }

/** A day's facts for the road besides its visits. */
export type Road = {
  drive: Drive
  /** ISO weekday. */
  weekday: number
  /** Minutes between arriving and a visit's start. */
  bufferMinutes: number
  /** The business's hours that day, `HH:MM`. */
  hours: { from: string; to: string }
  /** Where technicians without a home start the day. */
  starts: readonly Coordinates[]
  /** On a day when the clock changes: times from this minute after midnight on are shifted by these minutes. */
  clockChange?: { from: number; minutes: number } | undefined
}

export type TravelRefusal =
  /** There is no time for the drive of `minutes` from or to the visit at `at`. */
  | { reason: 'travel'; at: string; minutes: number }
  /** The day's first drive would take `minutes`. */
  | { reason: 'far'; minutes: number }
  /** The visit would end after the day's end, `to`. */
  | { reason: 'long'; to: string }

/** An address known by its ZIP code only may be this much nearer than the code's center; miles. */
const blurMiles = 3

/** Technicians leave home at most this long before their day begins. */
const longestFirstDrive = 90

/** Driving minutes between two places, the least possible where one is known by its ZIP code only; 0 if one is unknown. */
export function minutesBetween(
  from: Location | null | undefined,
  to: Location | null | undefined,
  drive: Drive,
  at?: DriveTime,
): number {
  if (!from || !to) return 0
  const minutes = drive(from, to, at)
  const blur = (from.isCenter ? blurMiles : 0) + (to.isCenter ? blurMiles : 0)
  if (blur === 0) return minutes
  const miles = milesBetween(from, to)
  return miles <= blur ? 1 : Math.max(1, Math.ceil((minutes * (miles - blur)) / miles))
}

/** Minutes after midnight, computed without parsing text because a day needs thousands. */
const startMinutes = ({ slot }: RoadVisit) =>
  Math.floor(slot / 1_000_000) * 60 + (Math.floor(slot / 10_000) % 100)
const stay = ({ minutes = usualMinutes }: RoadVisit) => minutes

const departure = (visit: RoadVisit) => startMinutes(visit) + stay(visit)

/** Minutes from leaving one visit to the start of a later one. */
function minutesToGo(
  first: RoadVisit,
  second: RoadVisit,
  { clockChange }: Pick<Road, 'clockChange'>,
): number {
  const passed = startMinutes(second) - departure(first)
  if (!clockChange) return passed
  const { from, minutes } = clockChange
  return startMinutes(first) < from && startMinutes(second) >= from ? passed + minutes : passed
}

/** Minutes of the drive from one visit to a later one. */
function minutesAfter(
  first: RoadVisit,
  second: RoadVisit,
  { drive, weekday }: Pick<Road, 'drive' | 'weekday'>,
): number {
  const at = { hour: Math.floor(departure(first) / 60) % 24, weekday }
  return minutesBetween(first.place, second.place, drive, at)
}

const inOrder = (one: RoadVisit, other: RoadVisit): [RoadVisit, RoadVisit] =>
  one.slot < other.slot ? [one, other] : [other, one]

/** The shortest possible drive between two visits if one technician has no time for it; otherwise undefined. */
export function tooFarApart(
  one: RoadVisit,
  other: RoadVisit,
  road: Pick<Road, 'drive' | 'bufferMinutes' | 'weekday' | 'clockChange'>,
): number | undefined {
  const [first, second] = inOrder(one, other)
  const minutes = minutesAfter(first, second, road)
  return minutes + road.bufferMinutes > minutesToGo(first, second, road) ? minutes : undefined
}

/**
 * The likely drive from one visit to the same technician's later one. `late`: even the shortest possible drive takes longer
 * than the time between them; `tight`: less than the time to spare remains.
 */
export function driveBetween(
  first: RoadVisit,
  second: RoadVisit,
  road: Road,
): { minutes: number; risk: 'late' | 'tight' | null } {
  const minutes = likelyMinutes(first, second, road)
  const least = minutesAfter(first, second, road)
  if (least > minutesToGo(first, second, road)) return { minutes, risk: 'late' }
  return { minutes, risk: tooFarApart(first, second, road) === undefined ? null : 'tight' }
}

/** A visit whose place counts as its own where it is the center of its ZIP code. */
const likely = <V extends RoadVisit>(visit: V): V => ({
  ...visit,
  place: visit.place && { ...visit.place, isCenter: false },
})

/** Likely driving minutes from one visit to a later one, for totals. */
export const likelyMinutes = (
  first: RoadVisit,
  second: RoadVisit,
  road: Pick<Road, 'drive' | 'weekday'>,
): number => minutesAfter(likely(first), likely(second), road)

/** Working hours Monday to Sunday; null for the business's. */
type Driver = {
  workingHours: readonly (Road['hours'] | null)[] | null
  home?: Coordinates | null
}

/**
 * Why a technician cannot be at a visit in time, given their other visits of the day; null if they can. Checks every pair,
 * not only neighbors, so adding a visit never makes the others possible.
 */
export function travelRefusal(
  driver: Driver,
  visit: RoadVisit,
  others: readonly RoadVisit[],
  road: Road,
): TravelRefusal | null {
  const { from, to } = driver.workingHours?.[road.weekday - 1] ?? road.hours
  if (startMinutes(visit) + stay(visit) > minutesOf(to)) return { reason: 'long', to }
  const first = firstDrive(driver, visit, road)
  if (first > longestFirst(visit, from)) return { reason: 'far', minutes: first }
  for (const other of others)
    if (tooFarApart(visit, other, road) !== undefined) {
      const minutes = likelyMinutes(...inOrder(visit, other), road)
      return { reason: 'travel', at: startOf(other.slot), minutes }
    }
  return null
}

/** Minutes of the day's first drive to a visit: from home, or else the nearest start. */
export function firstDrive(
  { home }: Driver,
  visit: RoadVisit,
  { drive, starts, weekday }: Road,
): number {
  const { place } = visit
  if (!place) return 0
  const from: readonly Location[] = home ? [{ ...home, isCenter: true }] : starts
  // The drive begins about an hour before the visit.
  const at = { hour: Math.max(0, Math.floor(startMinutes(visit) / 60) - 1), weekday }
  return from.length > 0 ? Math.min(...from.map((one) => minutesBetween(one, place, drive, at))) : 0
}

const longestFirst = (visit: RoadVisit, from: string) =>
  longestFirstDrive + startMinutes(visit) - minutesOf(from)

/** Likely minutes of the day's first drive, for totals. */
export const likelyFirstDrive = (driver: Driver, visit: RoadVisit, road: Road): number =>
  firstDrive({ workingHours: null }, likely(visit), {
    ...road,
    starts: driver.home ? [driver.home] : road.starts,
  })

/** Where a technician's day begins, for its first visit at `place`. */
export const startFor = (
  { home }: Pick<Driver, 'home'>,
  place: Coordinates,
  { starts }: Pick<Road, 'starts'>,
): Coordinates | undefined =>
  home ?? starts.toSorted((one, other) => milesBetween(one, place) - milesBetween(other, place))[0]

/** The likely drive to a day's first visit; null if its start is unknown. `late`: it would begin too early. */
export function driveToFirst(
  driver: Driver,
  visit: RoadVisit,
  road: Road,
): { from: Coordinates; minutes: number; risk: 'late' | null } | null {
  const from = visit.place && startFor(driver, visit.place, road)
  if (!from) return null
  const hours = driver.workingHours?.[road.weekday - 1] ?? road.hours
  const isTooFar = firstDrive(driver, visit, road) > longestFirst(visit, hours.from)
  return {
    from,
    minutes: likelyFirstDrive(driver, visit, road),
    risk: isTooFar ? 'late' : null,
  }
}
