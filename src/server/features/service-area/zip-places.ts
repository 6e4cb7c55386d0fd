import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { ZipPlace } from '#shared/rules/address.ts'
import { root } from '#server/base/root.ts'

const file = join(root, 'data/places/zip-places.zst')
const unpack = promisify(zstdDecompress)

/** Five digits → state and city in one text; 41,000 of them share 28,000 texts. */
let places: Promise<Map<number, string>> | undefined

/** The lines that scripts/build-zip-data.ts writes. */
async function readPlaces(): Promise<Map<number, string>> {
  const lines = (await unpack(await readFile(file))).toString('utf8').split('\n')
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
export async function placeOf(zip: string): Promise<ZipPlace | undefined> {
  const place = (await loadPlaces()).get(Number(zip))
  return place === undefined ? undefined : { state: place.slice(0, 2), city: place.slice(2) }
}

/** All ZIP codes of a city, those of post office boxes among them; of the whole state without a city. */
export async function zipsOf(state: string, city?: string): Promise<string[]> {
  const isThere = (place: string) =>
    city === undefined ? place.startsWith(state) : place === state + city
  return [...(await loadPlaces())]
    .filter(([, place]) => isThere(place))
    .map(([zip]) => String(zip).padStart(5, '0'))
}

function loadPlaces(): Promise<Map<number, string>> {
  // Read on first use, and again after a failure.
  places ??= readPlaces().catch((error: unknown) => {
    places = undefined
    throw error
  })
  return places
}
