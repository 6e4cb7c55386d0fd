import { type Coordinates, milesBetween } from './service-area.ts'

/** How much longer roads are than the straight line, and how fast one gets along in a town, stops included. */
const roadFactor = 1.3
const milesPerHour = 25

/** About how many miles the road between two places has. */
export const roadMiles = (from: Coordinates, to: Coordinates) => milesBetween(from, to) * roadFactor

/** About how many minutes a van needs from one place to another; at least one. */
export function minutesAway(from: Coordinates, to: Coordinates): number {
  return Math.max(1, Math.ceil((roadMiles(from, to) / milesPerHour) * 60))
}

/** Within so many minutes the customer is told that their technician is near. */
export const nearMinutes = 20

/** A technician who comes so long after the visit's time, or later, is late. */
export const lateAfterMs = 15 * 60_000

/** A shared position is forgotten this long after its last update. */
export const positionKeptMs = 15 * 60_000

/** A device tells its position at most this often. */
export const positionEveryMs = 15_000
