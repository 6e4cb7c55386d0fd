import { services } from '#server/adapters/services.ts'
import type { DriveTime } from '#shared/rules/learned-drives.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { minutesAway } from '#shared/rules/travel.ts'
import { learnedFactor } from './learned-drives.ts'
import { drivesFrom, pointOf } from './stored-drives.ts'

/** Driving minutes from one place to another, rounded up; at least one. */
export type Drive = (from: Coordinates, to: Coordinates) => number

const estimated = Promise.resolve<Drive>(minutesAway)

/**
 * Returns the drives between places: as the router gave them before, else estimated from the distance; corrected by what the
 * business's own drives took, at that hour if given. Never asks the router (see `fetchDrives`); without one, the database is
 * not read.
 */
export function loadDrives(places: readonly Coordinates[], at?: DriveTime): Promise<Drive> {
  const drives = loadRoutedDrives(places)
  const factor = learnedFactor(at)
  return factor === 1 ? drives : drives.then((drive) => corrected(drive, factor))
}

/** Less what floating point adds to a product that is a whole number. */
const roundUp = (minutes: number) => Math.max(1, Math.ceil(minutes - 1e-9))

const corrected =
  (drive: Drive, factor: number): Drive =>
  (from, to) =>
    roundUp(drive(from, to) * factor)

/** The same, not corrected. */
export function loadRoutedDrives(places: readonly Coordinates[]): Promise<Drive> {
  return services().router ? storedDrives(places) : estimated
}

async function storedDrives(places: readonly Coordinates[]): Promise<Drive> {
  const stored = await drivesFrom(places.map(pointOf))
  return (from, to) => {
    const seconds = stored.get(pointOf(from))?.seconds.get(pointOf(to))
    return seconds === undefined ? minutesAway(from, to) : roundUp(seconds / 60)
  }
}
