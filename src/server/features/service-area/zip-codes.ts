import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { type Box, type Coordinates, isInBox } from '#shared/rules/service-area.ts'
import { root } from '#server/base/root.ts'
import type { CityAndState } from '#shared/rules/address.ts'

const centersFile = join(root, 'data/places/zip-centers.zst')
const unpack = promisify(zstdDecompress)

/** The columns that scripts/build-zip-data.ts writes; 0.4 MB for the country. */
type Centers = { zips: Int32Array; latitudes: Int32Array; longitudes: Int32Array }
let centers: Promise<Centers> | undefined

async function readCenters(): Promise<Centers> {
  const packed = await unpack(await readFile(centersFile))
  const columns = new Int32Array(
    packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.length),
  )
  const rows = columns.length / 3
  return {
    zips: columns.subarray(0, rows),
    latitudes: columns.subarray(rows, 2 * rows),
    longitudes: columns.subarray(2 * rows),
  }
}

/** The center of a ZIP code of five digits; undefined for one without an area, such as that of a post office box. */
export async function centerOf(zip: string): Promise<Coordinates | undefined> {
  const { zips, latitudes, longitudes } = await loadCenters()
  const row = findRow(zips, Number(zip))
  const [latitude, longitude] = [latitudes[row], longitudes[row]]
  if (latitude === undefined || longitude === undefined) return undefined
  return { latitude: latitude / 10_000, longitude: longitude / 10_000 }
}

/** The centers of the ZIP codes in a box, in the order of the codes. */
export async function centersIn(box: Box): Promise<(Coordinates & { zip: string })[]> {
  const { zips, latitudes, longitudes } = await loadCenters()
  const found = []
  for (const [row, zip] of zips.entries()) {
    const latitude = (latitudes[row] ?? 0) / 10_000
    const longitude = (longitudes[row] ?? 0) / 10_000
    if (isInBox({ latitude, longitude }, box))
      found.push({ zip: String(zip).padStart(5, '0'), latitude, longitude })
  }
  return found
}

function loadCenters(): Promise<Centers> {
  // Read on first use, and again if that failed.
  centers ??= readCenters().catch((error: unknown) => {
    centers = undefined
    throw error
  })
  return centers
}

/** The row of a value in an ascending column, -1 without one. */
function findRow(column: Int32Array, wanted: number): number {
  let [low, high] = [0, column.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = column[middle] ?? 0
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const citiesFile = join(root, 'data/places/zip-places.zst')

/** Five digits → state and city in one text; 41,000 of them share 28,000 texts. */
let cities: Promise<Map<number, string>> | undefined

/** The lines that scripts/build-zip-data.ts writes. */
async function readCities(): Promise<Map<number, string>> {
  const lines = (await unpack(await readFile(citiesFile))).toString('utf8').split('\n')
  const read = new Map<number, string>()
  let [zip, place] = [0, '']
  for (const line of lines) {
    const step = Number.parseInt(line, 10)
    zip += step
    place = line.slice(String(step).length) || place
    read.set(zip, place)
  }
  return read
}

/** City and state of a ZIP code of five digits; undefined for one that has no name or does not exist. */
export async function cityOfZip(zip: string): Promise<CityAndState | undefined> {
  const place = (await loadCities()).get(Number(zip))
  return place === undefined ? undefined : { state: place.slice(0, 2), city: place.slice(2) }
}

/** All ZIP codes of a city, those of post office boxes among them; of the whole state without a city. */
export async function zipsOf(state: string, city?: string): Promise<string[]> {
  const isThere = (place: string) =>
    city === undefined ? place.startsWith(state) : place === state + city
  return [...(await loadCities())]
    .filter(([, place]) => isThere(place))
    .map(([zip]) => String(zip).padStart(5, '0'))
}

function loadCities(): Promise<Map<number, string>> {
  // Read on first use, and again after a failure.
  cities ??= readCities().catch((error: unknown) => {
    cities = undefined
    throw error
  })
  return cities
}
