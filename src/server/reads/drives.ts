import { services } from '#server/adapters/services.ts'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { timeOfDayAt } from '#server/base/wall-clock.ts'
import { weekday } from '#shared/rules/calendar.ts'
import type { DayRoad } from '#shared/rules/day-road.ts'
import type { Drive } from '#shared/rules/road.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { minutesAway, roadMiles, wholeMinutes } from '#shared/rules/travel.ts'
import { hasLearned, learnedFactor } from './learned-drives.ts'
import { drivesFrom, metersBetween, pointOf, positionOf } from './stored-drives.ts'

/** Estimated minutes of a drive that begins now. */
export async function minutesNow(from: Coordinates, to: Coordinates): Promise<number> {
  const drive = await loadDrives([from, to])
  const hour = Number(timeOfDayAt(now(), currentSettings().timeZone).slice(0, 2))
  return drive(from, to, { hour, weekday: weekday(businessToday()) })
}

const estimated = Promise.resolve<Drive>(minutesAway)

/**
 * Returns the drives between places: stored ones of the router, else estimates from the distance; corrected by the
 * business's own drives. Never asks the router (see `fetchDrives`); without a router, reads nothing.
 */
export function loadDrives(places: readonly Coordinates[]): Promise<Drive> {
  const drives = loadRoutedDrives(places)
  return hasLearned() ? drives.then(corrected) : drives
}

const corrected =
  (drive: Drive): Drive =>
  (from, to, at) =>
    wholeMinutes(drive(from, to) * learnedFactor(at))

/** `loadDrives` without the correction. */
export function loadRoutedDrives(places: readonly Coordinates[]): Promise<Drive> {
  return services().router ? storedDrives(places) : estimated
}

/** The router's stored minutes between places, in the contract's shape; empty without a router. */
export async function routedMinutes(
  places: readonly Coordinates[],
): Promise<Pick<DayRoad, 'points' | 'minutes'>> {
  if (!services().router) return { points: [], minutes: [] }
  const points = [...new Set(places.map(pointOf))]
  const stored = await drivesFrom(points)
  const minutes = points.map((from) => {
    const seconds = stored.get(from)?.seconds
    return points.map((to) => {
      const found = seconds?.get(to)
      return found === undefined ? null : wholeMinutes(found / 60)
    })
  })
  return { points: points.map(positionOf), minutes }
}

type Pairs = readonly (readonly [Coordinates, Coordinates])[]

/** The router's stored miles between pairs of places. */
export async function routedMiles(pairs: Pairs): Promise<DayRoad['legs']> {
  if (!services().router) return []
  const meters = await metersBetween(pairs.map(([from, to]) => [pointOf(from), pointOf(to)]))
  return meters.map(({ from, to, meters: long }) => ({
    from: positionOf(from),
    to: positionOf(to),
    miles: long / metersPerMile,
  }))
}

/** Road miles between pairs of places: the router's stored ones, else estimates from the distance. */
export async function loadMiles(
  pairs: Pairs,
): Promise<(from: Coordinates, to: Coordinates) => number> {
  const keyOf = (from: Coordinates, to: Coordinates) => `${pointOf(from)}/${pointOf(to)}`
  const known = new Map(
    (await routedMiles(pairs)).map((one) => [keyOf(one.from, one.to), one.miles]),
  )
  return (from, to) => known.get(keyOf(from, to)) ?? roadMiles(from, to)
}

const metersPerMile = 1609.344

async function storedDrives(places: readonly Coordinates[]): Promise<Drive> {
  const stored = await drivesFrom(places.map(pointOf))
  return (from, to) => {
    const seconds = stored.get(pointOf(from))?.seconds.get(pointOf(to))
    return seconds === undefined ? minutesAway(from, to) : wholeMinutes(seconds / 60)
  }
}
