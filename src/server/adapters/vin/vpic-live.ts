import { checkDigitMatches, isWellFormed, normalizeVin } from '#shared/rules/vin.ts'
import { readElectrification, readFuels } from './fuels.ts'
import { displayMake, displayModel } from '#shared/rules/vehicle-names.ts'
import { fetchFrom } from '../provider-call.ts'
import type { DecodedVin, VinDecoder } from './port.ts'

const vpicAddress = 'https://vpic.nhtsa.dot.gov/api/vehicles'

const timeoutMs = 2_500
const dayMs = 86_400_000
const cacheDays = 30
const cacheLimit = 2_000
// After this many failures in a row nothing is sent for a while: a lookup must not wait for a dead service.
const failuresToOpen = 3
const pauseMs = 60_000

type Flat = Record<string, string | null | undefined>
type Cached = { decoded: DecodedVin | undefined; until: number }

/**
 * NHTSA's public service; undefined when it does not know the VIN or cannot be reached. Sends only positions 1 to 8, 10 and
 * 11, which describe the model and not the individual car.
 */
export function createLiveVinDecoder(
  options: { baseUrl?: string; timeoutMs?: number; now?: () => number } = {},
): VinDecoder {
  const baseUrl = (options.baseUrl ?? vpicAddress).replace(/\/$/, '')
  const now = options.now ?? Date.now
  const cache = new Map<string, Cached>()
  let failures = 0
  let pausedUntil = 0

  const ask = async (description: string): Promise<Flat | undefined> => {
    if (now() < pausedUntil) return undefined
    try {
      const flat = await fetchFlat(`${baseUrl}/DecodeVinValues/${description}?format=json`)
      failures = 0
      return flat
    } catch {
      failures += 1
      if (failures >= failuresToOpen) pausedUntil = now() + pauseMs
      return undefined
    }
  }
  const fetchFlat = async (url: string): Promise<Flat> => {
    const response = await fetchFrom('vin', url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
    })
    if (!response.ok) throw new Error(`vPIC answered ${response.status}`)
    const body = (await response.json()) as { Results?: Flat[] }
    if (!body.Results?.[0]) throw new Error('vPIC answered without results')
    return body.Results[0]
  }
  const remember = (key: string, decoded: DecodedVin | undefined) => {
    cache.delete(key)
    cache.set(key, { decoded, until: now() + cacheDays * dayMs })
    const oldest = cache.keys().next().value
    if (cache.size > cacheLimit && oldest !== undefined) cache.delete(oldest)
  }

  return {
    async decode(text) {
      const vin = normalizeVin(text)
      if (!isWellFormed(vin)) return undefined
      const description = maskVin(vin)
      const cached = cache.get(description)
      if (cached && cached.until > now())
        return cached.decoded && { ...cached.decoded, vin, checkDigitOk: checkDigitMatches(vin) }
      const flat = await ask(description)
      if (!flat) return undefined
      const decoded = readFlat(flat, vin)
      remember(description, decoded)
      return decoded
    },
  }
}

/** The VIN without its check digit and serial number. */
function maskVin(vin: string): string {
  return `${vin.slice(0, 8)}*${vin.slice(9, 11)}`
}

const roadVehicles = /passenger car|truck|multipurpose|incomplete/i

/** vPIC's flat answer: every value is a string, empty if unknown, with HTTP 200 for any VIN. */
function readFlat(flat: Flat, vin: string): DecodedVin | undefined {
  const text = (key: string) => {
    const value = flat[key]?.trim()
    return value && value !== 'Not Applicable' ? value : undefined
  }
  const number = (key: string) => {
    const value = Number(text(key))
    return value > 0 ? value : undefined
  }
  // A list such as "1,3,14"; 7 means an unknown manufacturer, 8 that nothing is known.
  const errors = (flat['ErrorCode'] ?? '').split(',').map((code) => code.trim())
  const rawMake = text('Make')
  const vehicleType = text('VehicleType')
  if (!rawMake || errors.includes('7') || errors.includes('8')) return undefined
  if (vehicleType && !roadVehicles.test(vehicleType)) return undefined

  const make = displayMake(titleCaseMake(rawMake))
  const model = text('Model')
  const series = text('Series')
  const litres = number('DisplacementL')
  const turbo = text('Turbo')
  return {
    vin,
    make,
    model: model && displayModel(make, model, series, vin),
    year: number('ModelYear'),
    series,
    trim: text('Trim'),
    displacementL: litres && Math.round(litres * 10) / 10,
    cylinders: number('EngineCylinders'),
    engineLayout: text('EngineConfiguration'),
    engineModel: text('EngineModel'),
    turbo: turbo === undefined ? undefined : turbo === 'Yes',
    ...readFuels(text('FuelTypePrimary'), text('FuelTypeSecondary')),
    electrification: readElectrification(text('ElectrificationLevel')),
    vehicleType,
    grossWeight: text('GVWR'),
    checkDigitOk: checkDigitMatches(vin),
    derived: [],
  }
}

/** The service answers in capitals; short names such as BMW and GMC stay. */
function titleCaseMake(make: string): string {
  if (make !== make.toUpperCase()) return make
  return make.toLowerCase().replace(/[a-z]+/g, (word) => capital(word, make.length))
}
const capital = (word: string, length: number) =>
  length <= 3 || word === 'mini' ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
