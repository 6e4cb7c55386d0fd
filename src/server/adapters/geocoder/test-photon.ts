import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Place = Record<string, unknown> & { at: [latitude: number, longitude: number] }

/** 500 Congress Avenue in Austin as OpenStreetMap has it, with overrides. */
export const congress = (changed: Partial<Place> = {}): Place => ({
  at: [30.26731, -97.74287],
  housenumber: '500',
  street: 'Congress Avenue',
  city: 'Austin',
  state: 'Texas',
  postcode: '78701',
  countrycode: 'US',
  ...changed,
})

type Settings = { places: Place[]; fault?: number; raw?: string; hang?: boolean | 'body' }

/**
 * A loopback server that answers like Photon: GeoJSON of `places` matching every word, at most `limit`, 400 for unknown
 * parameters. `raw` is sent unchanged, `hang` never answers, or stops in the `body`.
 */
export async function startTestPhoton() {
  const asked: URLSearchParams[] = []
  let settings: Settings = { places: [] }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://photon')
    const { searchParams: query, pathname } = url
    asked.push(query)
    if (settings.hang === 'body')
      return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"feat')
    if (settings.hang) return
    const answer = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    if (settings.fault) return answer(settings.fault, JSON.stringify({ message: 'fault' }))
    if (settings.raw !== undefined) return answer(200, settings.raw)
    if (pathname !== '/api') return answer(404, JSON.stringify({ message: 'Not found' }))
    const unknown = [...query.keys()].find((name) => !parameters.has(name))
    if (unknown || !query.get('q')?.trim())
      return answer(400, JSON.stringify({ message: `bad request ${unknown ?? 'q'}` }))
    const words = wordsOf(query.get('q') ?? '')
    const features = settings.places
      .filter((place) => words.every((word) => isIn(place, word)))
      .slice(0, Number(query.get('limit') ?? 15))
      .map(toFeature)
    return answer(200, JSON.stringify({ type: 'FeatureCollection', features }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    /** Sets the next answers. */
    answers: (next: Settings) => void (settings = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const parameters = new Set(['q', 'limit', 'lang', 'lat', 'lon', 'countrycode', 'layer'])
const short: Record<string, string> = { avenue: 'ave', street: 'st', texas: 'tx' }
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

/** Matches word prefixes and common abbreviations. */
const isIn = (place: Place, word: string) =>
  Object.values(place)
    .flatMap((value) => (typeof value === 'string' ? wordsOf(value) : []))
    .some((one) => one.startsWith(word) || short[one] === word)

const toFeature = ({ at: [latitude, longitude], ...place }: Place) => ({
  type: 'Feature',
  properties: {
    osm_type: 'N',
    osm_id: 1,
    osm_key: 'place',
    osm_value: 'house',
    type: 'house',
    ...place,
  },
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
})
