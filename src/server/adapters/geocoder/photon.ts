import { z } from 'zod'
import { hasHouseNumber } from '#shared/rules/address.ts'
import { addressStates, stateNamed } from '#shared/rules/us-states.ts'
import { fetchFrom, parsed } from '../provider-call.ts'
import { type Geocoder, GeocoderUnavailable, type House } from './port.ts'

const timeoutMs = 2_500
// After this many failures in a row nothing is sent for a while: typing must not wait for a dead service.
const failuresToOpen = 3
const pauseMs = 30_000

type PhotonOptions = {
  /** The server's address without `/api`. */
  baseUrl: string
  timeoutMs?: number
  now?: () => number
  /** Receives the technical reason of each failed call, never the address asked for. */
  onFailure?: (reason: string) => void
}

/** A Photon server (OpenStreetMap data); results must be shown with OpenStreetMap's attribution. */
export function createPhoton(options: PhotonOptions): Geocoder {
  const url = `${options.baseUrl.replace(/\/$/, '')}/api`
  const now = options.now ?? Date.now
  let failures = 0
  let pausedUntil = 0

  const fail = (reason: string, { counts = true } = {}) => {
    if (counts) failures += 1
    if (failures >= failuresToOpen) pausedUntil = now() + pauseMs
    options.onFailure?.(reason)
    return new GeocoderUnavailable(reason)
  }
  const ask = async (query: URLSearchParams): Promise<{ status: number; body: string }> => {
    try {
      const response = await fetchFrom('geocoder', `${url}?${query}`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
      })
      // A body may stop in the middle too.
      return { status: response.status, body: await response.text() }
    } catch (error) {
      throw fail(isTimeout(error) ? 'Photon did not answer in time' : 'Photon cannot be reached')
    }
  }

  return {
    async findHouses(address, { limit, near }) {
      if (now() < pausedUntil) throw new GeocoderUnavailable('Photon is not asked for a while')
      const { status, body } = await ask(queryFor(address, limit, near))
      // A refused address is no sign that the next one will be.
      if (status < 200 || status > 299)
        throw fail(`Photon answered ${status}`, { counts: status !== 400 })
      const answer = Answer.safeParse(parsed(body))
      if (!answer.success) throw fail('Photon answered something that is no list of places')
      failures = 0
      return answer.data.features.flatMap((feature) => readHouse(feature) ?? []).slice(0, limit)
    },
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

function queryFor(address: string, limit: number, near: House['coordinates'] | undefined) {
  const query = new URLSearchParams({
    q: address,
    limit: String(limit),
    // Otherwise Accept-Language decides, which we don't send.
    lang: 'en',
    countrycode: 'US',
    layer: 'house',
  })
  if (near) {
    query.set('lat', String(near.latitude))
    query.set('lon', String(near.longitude))
  }
  return query
}

const Answer = z.object({ features: z.array(z.unknown()) })

const Feature = z.object({
  geometry: z.object({
    type: z.literal('Point'),
    // Longitude first.
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  }),
  properties: z.object({
    countrycode: z.literal('US'),
    housenumber: z.string().trim().min(1).max(20),
    street: z.string().trim().min(1).max(150),
    city: z.string().trim().min(1).max(60).optional().catch(undefined),
    state: z.string().optional().catch(undefined),
    postcode: z.string().regex(/^\d{5}(?:-\d{4})?$/),
  }),
})

/** Undefined unless it is a numbered house in the United States. */
function readHouse(feature: unknown): House | undefined {
  const { data } = Feature.safeParse(feature)
  if (!data) return undefined
  const { housenumber, street, city, state, postcode } = data.properties
  if (!hasHouseNumber(`${housenumber} ${street}`)) return undefined
  const [longitude, latitude] = data.geometry.coordinates
  return {
    houseNumber: housenumber,
    street,
    city,
    state: stateCode(state),
    zip: postcode.slice(0, 5),
    coordinates: { latitude, longitude },
  }
}

const stateCode = (state = '') =>
  addressStates.find((code) => code === state.trim()) ?? stateNamed(state.trim())
