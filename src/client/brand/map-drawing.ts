import type { Coordinates } from '#shared/rules/service-area.ts'

export type Point = { x: number; y: number }
export type MapSize = { width: number; height: number }
export const mapSize: MapSize = { width: 640, height: 400 }
const margin = 36
/** No map is of less than this many miles, or the houses of one street would fill it. */
const leastMiles = 2
const milesPerDegree = 69

/** How places are drawn so that all of them are on the map, north at the top, and how wide a mile is. */
export function fitPlaces(places: readonly Coordinates[], size = mapSize) {
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = places.map(({ longitude }) => longitude)
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  const shrink = Math.cos((middle.latitude * Math.PI) / 180)
  const milesHigh = Math.max(leastMiles, (north - south) * milesPerDegree)
  const milesWide = Math.max(leastMiles, (east - west) * milesPerDegree * shrink)
  const pixelsPerMile = Math.min(
    (size.width - 2 * margin) / milesWide,
    (size.height - 2 * margin) / milesHigh,
  )
  const toPoint = ({ latitude, longitude }: Coordinates): Point => ({
    x: size.width / 2 + (longitude - middle.longitude) * shrink * milesPerDegree * pixelsPerMile,
    y: size.height / 2 - (latitude - middle.latitude) * milesPerDegree * pixelsPerMile,
  })
  const toPlace = ({ x, y }: Point): Coordinates => ({
    latitude: middle.latitude - (y - size.height / 2) / (milesPerDegree * pixelsPerMile),
    longitude: middle.longitude + (x - size.width / 2) / (shrink * milesPerDegree * pixelsPerMile),
  })
  return { toPoint, toPlace, pixelsPerMile }
}

const mostCities = 9
const charWidth = 7
const lineHeight = 18

/** Names for a drawing of ZIP codes: the cities with the most of them, where none stands over another. */
export function cityLabels(
  zips: readonly (Coordinates & { city: string })[],
  toPoint: (place: Coordinates) => Point,
): { name: string; point: Point }[] {
  const cities = [...Map.groupBy(zips, ({ city }) => city)]
    .filter(([name]) => name !== '')
    .toSorted(
      ([one, of], [other, ofOther]) => ofOther.length - of.length || one.localeCompare(other),
    )
  const labels: { name: string; point: Point }[] = []
  for (const [name, there] of cities) {
    const points = there.map(toPoint)
    const point = {
      x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
      y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
    }
    const isFree = labels.every(
      (label) =>
        Math.abs(label.point.y - point.y) > lineHeight ||
        Math.abs(label.point.x - point.x) > ((label.name.length + name.length) * charWidth) / 2,
    )
    if (isFree) labels.push({ name, point })
    if (labels.length === mostCities) break
  }
  return labels
}

/** A round number of miles that is drawn about a fifth of the map wide. */
export function scaleMiles(pixelsPerMile: number, { width } = mapSize): number {
  const most = width / 5 / pixelsPerMile
  const round = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
  return round.findLast((miles) => miles <= most) ?? 0.25
}

/** A visit on the map: its number in the day of a technician; `isOpen`: nobody has it. */
export type Stop = { label: string; place: Coordinates; letter: string; isOpen: boolean }
const mostLabels = 2

/** One mark for each place, such as the center of a ZIP code: whom one looks for first, then how many more there are. */
export function marksOf(stops: readonly Stop[], chosen: string | null) {
  const places = Map.groupBy(stops, ({ place }) => `${place.latitude} ${place.longitude}`)
  return [...places.values()].map((there) => {
    const first = there.toSorted(
      (a, b) => Number(b.letter === chosen) - Number(a.letter === chosen),
    )
    const more = first.length - mostLabels
    const labels = first.slice(0, mostLabels).map(({ label }) => label)
    return {
      place: there[0]!.place,
      label: [...labels, ...(more > 0 ? [`+${more}`] : [])].join(' '),
      isOpen: there.every(({ isOpen }) => isOpen),
      isFaint: chosen !== null && there.every(({ letter }) => letter !== chosen),
    }
  })
}

/** Where the pictures of a map come from, and whom they are of. */
export type MapTiles = { url: string; attribution: string }

/** What stands on a map. */
export type Shape =
  /** An area around a place. */
  | { kind: 'circle'; place: Coordinates; miles: number; tone: 'active' | 'off' | 'drawn' }
  /** The order of the visits of somebody's day. */
  | { kind: 'route'; places: Coordinates[]; isFaint?: boolean }
  /** Around where somebody is expected, when it is not known exactly. */
  | { kind: 'about'; place: Coordinates }
  | {
      kind: 'mark'
      place: Coordinates
      label: string
      tone: 'taken' | 'open' | 'other'
      isFaint?: boolean
    }
  /** Where somebody is now. */
  | { kind: 'live'; place: Coordinates; label: string }
