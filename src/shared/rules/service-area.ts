/** Degrees, WGS 84. */
export type Coordinates = { latitude: number; longitude: number }
/** A circle in which the business works. */
export type CoreSpot = Coordinates & { radiusMiles: number }

/**
 * `near` is beyond the edge, yet by less than a ZIP code's center may be off; `unknown` is an address whose place
 * nobody can tell. Only `outside` waits for the office.
 */
export const areaAnswers = ['inside', 'near', 'outside', 'unknown'] as const
export type AreaAnswer = (typeof areaAnswers)[number]

/** Sources differ on the center of a ZIP code by 4.5 miles at the 90th percentile. */
export const marginMiles = 4

const earthMiles = 3958.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in miles. */
export function milesBetween(one: Coordinates, other: Coordinates): number {
  const [south, north] = [radians(one.latitude), radians(other.latitude)]
  const across = radians(other.longitude - one.longitude)
  const chord =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(south) * Math.cos(north) * Math.sin(across / 2) ** 2
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** How far a place lies beyond the edge of a spot, in miles; negative inside. */
export const milesBeyond = (place: Coordinates, spot: CoreSpot) =>
  milesBetween(place, spot) - spot.radiusMiles

/** Where a place is to the business. Without any spot the business comes everywhere. */
export function areaOf(place: Coordinates | undefined, spots: readonly CoreSpot[]): AreaAnswer {
  if (!place) return 'unknown'
  if (spots.length === 0) return 'inside'
  const beyond = Math.min(...spots.map((spot) => milesBeyond(place, spot)))
  if (beyond <= 0) return 'inside'
  return beyond <= marginMiles ? 'near' : 'outside'
}

/** The same of an address at one of these places, nobody knows which: outside when all of them are. */
export function areaOfAny(places: readonly Coordinates[], spots: readonly CoreSpot[]): AreaAnswer {
  const isFar = places.length > 0 && places.every((place) => areaOf(place, spots) === 'outside')
  return isFar ? 'outside' : 'unknown'
}

/** How far around its center a core spot may reach, in miles, and in which steps. */
export const spotRadius = { least: 0.5, most: 100, step: 0.1 }

/** No address is further than this from the center of a ZIP code, so no core spot has to be either. */
export const remoteMiles = 100

export type Box = { south: number; north: number; west: number; east: number }

const milesPerDegree = 69

/** Degrees that hold everything within so many miles of a place, and some more. */
export function boxAround({ latitude, longitude }: Coordinates, miles: number): Box {
  const high = miles / milesPerDegree + 0.02
  // Meridians come together towards the poles.
  const wide = high / Math.max(0.05, Math.cos(radians(Math.min(89, Math.abs(latitude) + high))))
  return {
    south: latitude - high,
    north: latitude + high,
    west: longitude - wide,
    east: longitude + wide,
  }
}

export const isInBox = ({ latitude, longitude }: Coordinates, box: Box) =>
  latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east
