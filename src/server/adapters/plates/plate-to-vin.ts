import { isWellFormed, normalizeVin } from '#shared/rules/vin.ts'
import { fetchFrom } from '../provider-call.ts'
import { normalizePlate, type PlateLookup, type PlateResult } from './port.ts'

const plateToVinAddress = 'https://platetovin.com'

const timeoutMs = 5_000
const notFound: PlateResult = { found: false, reason: 'not_found' }
const unavailable: PlateResult = { found: false, reason: 'unavailable' }

/** Plate lookups through PlateToVin; `onFailure` receives the technical reason of an outage. */
export function createPlateToVin(options: {
  apiKey: string
  baseUrl?: string
  timeoutMs?: number
  onFailure?: (reason: string) => void
}): PlateLookup {
  const url = `${(options.baseUrl ?? plateToVinAddress).replace(/\/$/, '')}/api/convert`
  const fail = (reason: string) => {
    options.onFailure?.(reason)
    return unavailable
  }
  return {
    async lookup(text, state) {
      const plate = normalizePlate(text)
      if (plate === '') return notFound
      try {
        const response = await fetchFrom('plates', url, {
          method: 'POST',
          headers: {
            authorization: options.apiKey,
            'content-type': 'application/json',
            accept: 'application/json',
          },
          body: JSON.stringify({ plate, state: state.trim().toUpperCase() }),
          signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
        })
        if (response.status === 404) return notFound
        if (!response.ok) return fail(`PlateToVin answered ${response.status}`)
        return readAnswer((await response.json()) as Answer)
      } catch (error) {
        return fail(error instanceof Error ? error.message : 'PlateToVin could not be reached')
      }
    },
  }
}

type Answer = { success?: boolean; vin?: { vin?: unknown } | null }

function readAnswer(answer: Answer): PlateResult {
  const vin = answer.vin?.vin
  if (!answer.success || typeof vin !== 'string') return notFound
  const normal = normalizeVin(vin)
  return isWellFormed(normal) ? { found: true, vin: normal } : notFound
}
