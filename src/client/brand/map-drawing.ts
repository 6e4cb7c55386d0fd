import type { Coordinates } from '#shared/rules/service-area.ts'

export type Point = { x: number; y: number }
export type MapSize = { width: number; height: number }
export const mapSize: MapSize = { width: 640, height: 400 }
const margin = 36
/** Minimum width in miles, so that houses of one street do not fill the map. */
const leastMiles = 2
const milesPerDegree = 69

/** Projects places so that all fit the map, north up, with the scale. */
export function fitCoordinates(places: readonly Coordinates[], size = mapSize) {
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
  const toCoordinates = ({ x, y }: Point): Coordinates => ({
    latitude: middle.latitude - (y - size.height / 2) / (milesPerDegree * pixelsPerMile),
    longitude: middle.longitude + (x - size.width / 2) / (shrink * milesPerDegree * pixelsPerMile),
  })
  return { toPoint, toCoordinates, pixelsPerMile }
}

const mostCities = 9
const charWidth = 7
const lineHeight = 18

/** Labels of the largest cities that do not overlap. */
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

/** A round number of miles about a fifth of the map wide. */
export function scaleMiles(pixelsPerMile: number, { width } = mapSize): number {
  const most = width / 5 / pixelsPerMile
  const round = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
  return round.findLast((miles) => miles <= most) ?? 0.25
}

/** A numbered visit on the map; `isOpen`: unassigned. */
export type Stop = { label: string; place: Coordinates; letter: string; isOpen: boolean }
const mostLabels = 2

/** Width of a mark with this label, in pixels of the drawing; all are as high. */
export const markWidth = (label: string) => 10 + label.length * 7.5
export const markHeight = 20

/**
 * One mark per place, such as a ZIP code center: the most relevant visit, then how many more. With `toPoint` also one for
 * places whose marks would cover each other; those of the chosen letter stay apart from the faint ones, and come last.
 */
export function marksOf(
  stops: readonly Stop[],
  chosen: string | null,
  toPoint?: (place: Coordinates) => Point,
) {
  const places = Map.groupBy(stops, ({ place }) => `${place.latitude} ${place.longitude}`)
  const marks = [...places.values()].map((there) => markOf(there, chosen))
  if (!toPoint) return marks
  for (let at = 0; at < marks.length;) {
    const one = marks[at]!
    const other = marks.findIndex(
      (mark, index) => index > at && mark.isFaint === one.isFaint && cover(mark, one, toPoint),
    )
    if (other < 0) at++
    else {
      marks[at] = markOf([...one.stops, ...marks[other]!.stops], chosen)
      marks.splice(other, 1)
      at = 0
    }
  }
  return marks.toSorted((a, b) => Number(b.isFaint) - Number(a.isFaint))
}

type PlacedMark = ReturnType<typeof markOf>

function cover(a: PlacedMark, b: PlacedMark, toPoint: (place: Coordinates) => Point): boolean {
  const [here, there] = [toPoint(a.place), toPoint(b.place)]
  return (
    Math.abs(here.x - there.x) < (markWidth(a.label) + markWidth(b.label)) / 2 &&
    Math.abs(here.y - there.y) < markHeight
  )
}

function markOf(there: readonly Stop[], chosen: string | null) {
  const first = there.toSorted((a, b) => Number(b.letter === chosen) - Number(a.letter === chosen))
  const more = first.length - mostLabels
  const labels = first.slice(0, mostLabels).map(({ label }) => label)
  return {
    stops: there,
    place: there[0]!.place,
    label: [...labels, ...(more > 0 ? [`+${more}`] : [])].join(' '),
    isOpen: there.every(({ isOpen }) => isOpen),
    isFaint: chosen !== null && there.every(({ letter }) => letter !== chosen),
  }
}

/** Tile server and its attribution. */
export type MapTiles = { url: string; attribution: string }

export type Shape =
  | { kind: 'circle'; place: Coordinates; miles: number; tone: 'active' | 'off' | 'drawn' }
  | { kind: 'route'; places: Coordinates[]; isFaint?: boolean; isChosen?: boolean }
  /** Approximate position of someone expected. */
  | { kind: 'about'; place: Coordinates }
  | {
      kind: 'mark'
      place: Coordinates
      label: string
      tone: 'taken' | 'open' | 'other'
      isFaint?: boolean
    }
  | { kind: 'live'; place: Coordinates; label: string }
