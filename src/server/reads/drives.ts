import { services } from '#server/adapters/services.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { minutesAway } from '#shared/rules/travel.ts'
import { drivesFrom, pointOf } from './stored-drives.ts'

/** Driving minutes from one place to another, rounded up; at least one. */
export type Drive = (from: Coordinates, to: Coordinates) => number

const estimated = Promise.resolve<Drive>(minutesAway)

/**
 * Returns the drives between places: as the router gave them before, else estimated from the distance. Never asks the router
 * (see `fetchDrives`); without one, all are estimated and the database is not read.
 */
export function loadDrives(places: readonly Coordinates[]): Promise<Drive> {
  return services().router ? storedDrives(places) : estimated
}

async function storedDrives(places: readonly Coordinates[]): Promise<Drive> {
  const stored = await drivesFrom(places.map(pointOf))
  return (from, to) => {
    const seconds = stored.get(pointOf(from))?.seconds.get(pointOf(to))
    return seconds === undefined ? minutesAway(from, to) : Math.max(1, Math.ceil(seconds / 60))
  }
}
