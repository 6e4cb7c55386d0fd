import { type Coordinates, milesBetween } from './service-area.ts'

/** Ratio of road to straight-line distance, and average speed in a town including stops. */
const roadFactor = 1.3
const milesPerHour = 25

/** Estimated road miles between two locations. */
export const roadMiles = (from: Coordinates, to: Coordinates) => milesBetween(from, to) * roadFactor

/** Estimated driving minutes between two locations; at least one. */
export function minutesAway(from: Coordinates, to: Coordinates): number {
  return Math.max(1, Math.ceil((roadMiles(from, to) / milesPerHour) * 60))
}

/** Whole minutes of a drive, at least one; less what floating point adds to a product that is a whole number. */
export const wholeMinutes = (minutes: number) => Math.max(1, Math.ceil(minutes - 1e-9))

/** Minutes away at which the customer is notified that the technician is near. */
export const nearMinutes = 20

/** Delay after the visit's time at which a technician counts as late. */
export const lateAfterMs = 15 * 60_000

/** A shared position is dropped this long after its last update. */
export const positionKeptMs = 15 * 60_000

/** Minimum interval between a device's position updates. */
export const positionEveryMs = 15_000
