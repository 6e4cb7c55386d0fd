import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Coordinates, milesBetween } from '#shared/rules/service-area.ts'

type Table = {
  code: string
  durations: unknown[][]
  distances: unknown[][]
  sources: Waypoint[]
  destinations: Waypoint[]
}
type Waypoint = { hint: string; distance: number; name: string; location: [number, number] }

type Settings = {
  /** Changes a faithful answer; text is sent unchanged. */
  lie?: (table: Table) => unknown
  fault?: number
  /** Sent unchanged. */
  raw?: string
  hang?: boolean
  delayMs?: number
}

/** Its roads are a third longer than the great circle and driven at 30 mph. */
export const routedSeconds = (from: Coordinates, to: Coordinates) =>
  (metersOf(from, to) / 1609.344 / 30) * 3600
const metersOf = (from: Coordinates, to: Coordinates) => milesBetween(from, to) * 1609.344 * (4 / 3)

const mostPlaces = 100
const tenths = (number: number) => Math.round(number * 10) / 10

/**
 * A loopback server that answers table requests like OSRM: seconds and meters with one decimal, each place with the way to
 * its nearest road, and its codes for what it does not take.
 */
export async function startTestRouter() {
  const asked: { path: string; from: Coordinates[]; to: Coordinates[] }[] = []
  let settings: Settings = {}
  let open = 0
  let mostOpen = 0
  const server = createServer((request, response) => {
    const { delayMs = 0, hang, fault, raw, lie } = settings
    const url = new URL(request.url ?? '', 'http://router')
    const read = readRequest(url)
    asked.push({ path: url.pathname, ...('code' in read ? { from: [], to: [] } : read) })
    mostOpen = Math.max(mostOpen, ++open)
    response.on('close', () => (open -= 1))
    if (hang) return
    const answer = (status: number, body: string) =>
      setTimeout(
        () =>
          response
            .writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
            .end(body),
        delayMs,
      )
    if (fault) return answer(fault, '<html>Bad Gateway</html>')
    if (raw !== undefined) return answer(200, raw)
    if ('code' in read) return answer(400, JSON.stringify({ ...read, message: read.code }))
    const table = tableOf(read.from, read.to)
    const said = lie ? lie(table) : table
    return answer(200, typeof said === 'string' ? said : JSON.stringify(said))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    /** The most requests answered at the same time. */
    mostAtOnce: () => mostOpen,
    /** Sets the next answers. */
    answers: (next: Settings) => void (settings = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function readRequest({ pathname, searchParams }: URL) {
  const [, service, version, profile, points = '', ...rest] = pathname.split('/')
  if (service !== 'table') return { code: 'InvalidService' }
  if (version !== 'v1') return { code: 'InvalidVersion' }
  const places = points.split(';').map((point) => point.split(',').map(Number))
  const coordinates = places.map(([longitude = NaN, latitude = NaN]) => ({ latitude, longitude }))
  const isValid = coordinates.every(
    ({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180,
  )
  if (!isValid || !profile || rest.length > 0) return { code: 'InvalidQuery' }
  const unknown = [...searchParams.keys()].some((name) => !parameters.has(name))
  if (unknown || searchParams.get('annotations') !== 'duration,distance')
    return { code: 'InvalidOptions' }
  if (coordinates.length > mostPlaces) return { code: 'TooBig' }
  const chosen = (name: string) =>
    (searchParams.get(name) ?? '').split(';').flatMap((at) => coordinates[Number(at)] ?? [])
  return { from: chosen('sources'), to: chosen('destinations') }
}

const parameters = new Set(['sources', 'destinations', 'annotations'])

function tableOf(from: Coordinates[], to: Coordinates[]): Table {
  const each = (measure: (one: Coordinates, other: Coordinates) => number) =>
    from.map((one) => to.map((other) => tenths(measure(one, other))))
  const nearest = ({ latitude, longitude }: Coordinates): Waypoint => ({
    hint: 'gA8DgCYPA4ABAAAA',
    distance: 4.2,
    name: 'Congress Avenue',
    location: [longitude, latitude],
  })
  return {
    code: 'Ok',
    durations: each(routedSeconds),
    distances: each(metersOf),
    sources: from.map(nearest),
    destinations: to.map(nearest),
  }
}
