import { services } from '#server/adapters/services.ts'
import type { Drive } from '#shared/rules/road.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { minutesAway, roadMiles } from '#shared/rules/travel.ts'
import { hasLearned, learnedFactor } from './learned-drives.ts'
import { drivesFrom, metersBetween, pointOf } from './stored-drives.ts'

const estimated = Promise.resolve<Drive>(minutesAway)

/**
 * Returns the drives between places: as the router gave them before, else estimated from the distance; corrected by what the
 * business's own drives took. Never asks the router (see `fetchDrives`); without one, the database is not read.
 */
export function loadDrives(places: readonly Coordinates[]): Promise<Drive> {
  const drives = loadRoutedDrives(places)
  return hasLearned() ? drives.then(corrected) : drives
}

/** Less what floating point adds to a product that is a whole number. */
const roundUp = (minutes: number) => Math.max(1, Math.ceil(minutes - 1e-9))

const corrected =
  (drive: Drive): Drive =>
  (from, to, at) =>
    roundUp(drive(from, to) * learnedFactor(at))

/** The same, not corrected. */
export function loadRoutedDrives(places: readonly Coordinates[]): Promise<Drive> {
  return services().router ? storedDrives(places) : estimated
}

/** Road miles between pairs of places: as the router gave them before, else estimated from the distance. */
export async function loadMiles(
  pairs: readonly (readonly [Coordinates, Coordinates])[],
): Promise<(from: Coordinates, to: Coordinates) => number> {
  if (!services().router) return roadMiles
  const keyOf = (from: Coordinates, to: Coordinates) => `${pointOf(from)}/${pointOf(to)}`
  const meters = await metersBetween(pairs.map(([from, to]) => [pointOf(from), pointOf(to)]))
  const known = new Map(meters.map((one) => [`${one.from}/${one.to}`, one.meters]))
  return (from, to) => {
    const found = known.get(keyOf(from, to))
    return found === undefined ? roadMiles(from, to) : found / metersPerMile
  }
}

const metersPerMile = 1609.344

async function storedDrives(places: readonly Coordinates[]): Promise<Drive> {
  const stored = await drivesFrom(places.map(pointOf))
  return (from, to) => {
    const seconds = stored.get(pointOf(from))?.seconds.get(pointOf(to))
    return seconds === undefined ? minutesAway(from, to) : roundUp(seconds / 60)
  }
}
