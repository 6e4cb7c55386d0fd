/** Degrees, WGS 84. */
export type Coordinates = { latitude: number; longitude: number }
/** A circle the business serves. */
export type CoreSpot = Coordinates & { radiusMiles: number }

/**
 * `near` is outside by less than a ZIP code's center may be off; `unknown` is an address without coordinates. Only `outside`
 * needs the office's confirmation.
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

/** How far a location is outside a spot, in miles; negative inside. */
export const milesBeyond = (place: Coordinates, spot: CoreSpot) =>
  milesBetween(place, spot) - spot.radiusMiles

/** A location's position relative to the service area. Without any spot, everywhere is inside. */
export function areaOf(place: Coordinates | undefined, spots: readonly CoreSpot[]): AreaAnswer {
  if (!place) return 'unknown'
  if (spots.length === 0) return 'inside'
  const beyond = Math.min(...spots.map((spot) => milesBeyond(place, spot)))
  if (beyond <= 0) return 'inside'
  return beyond <= marginMiles ? 'near' : 'outside'
}

/** The same for an address at one of several possible locations: outside only if all of them are. */
export function areaOfAny(places: readonly Coordinates[], spots: readonly CoreSpot[]): AreaAnswer {
  const isFar = places.length > 0 && places.every((place) => areaOf(place, spots) === 'outside')
  return isFar ? 'outside' : 'unknown'
}

/** Limits and step of a core spot's radius in miles. */
export const spotRadius = { least: 0.5, most: 100, step: 0.1 }

/** No address is farther than this from its ZIP code's center. */
export const remoteMiles = 100

export type Box = { south: number; north: number; west: number; east: number }

const milesPerDegree = 69

/** A box in degrees containing everything within that many miles, and a bit more. */
export function boxAround({ latitude, longitude }: Coordinates, miles: number): Box {
  const high = miles / milesPerDegree + 0.02
  // Meridians converge toward the poles.
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
