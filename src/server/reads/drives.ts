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

/** Minutes of a drive that begins now, as it is estimated for any other. */
export async function minutesNow(from: Coordinates, to: Coordinates): Promise<number> {
  const drive = await loadDrives([from, to])
  const hour = Number(timeOfDayAt(now(), currentSettings().timeZone).slice(0, 2))
  return drive(from, to, { hour, weekday: weekday(businessToday()) })
}

const estimated = Promise.resolve<Drive>(minutesAway)

/**
 * Returns the drives between places: as the router gave them before, else estimated from the distance; corrected by what the
 * business's own drives took. Never asks the router (see `fetchDrives`); without one, the database is not read.
 */
export function loadDrives(places: readonly Coordinates[]): Promise<Drive> {
  const drives = loadRoutedDrives(places)
  return hasLearned() ? drives.then(corrected) : drives
}

const corrected =
  (drive: Drive): Drive =>
  (from, to, at) =>
    wholeMinutes(drive(from, to) * learnedFactor(at))

/** The same, not corrected. */
export function loadRoutedDrives(places: readonly Coordinates[]): Promise<Drive> {
  return services().router ? storedDrives(places) : estimated
}

/** What `loadDrives` knows from the router, as an answer to a call; nothing without one. */
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

/** Road miles between those of the pairs of places that the router gave before. */
export async function routedMiles(pairs: Pairs): Promise<DayRoad['legs']> {
  if (!services().router) return []
  const meters = await metersBetween(pairs.map(([from, to]) => [pointOf(from), pointOf(to)]))
  return meters.map(({ from, to, meters: long }) => ({
    from: positionOf(from),
    to: positionOf(to),
    miles: long / metersPerMile,
  }))
}

/** Road miles between pairs of places: as the router gave them before, else estimated from the distance. */
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
