import type { PlateLookup } from '#server/adapters/plates/port.ts'
import type { VinDecoder } from '#server/adapters/vin/port.ts'

type LookupSources = { vin: VinDecoder; plates: PlateLookup }

let chosen: LookupSources | undefined

/** Chooses where VINs and plates are looked up; called once, before the first request. */
export function chooseLookupSources(sources: LookupSources): void {
  chosen = sources
}

export function lookupSources(): LookupSources {
  if (!chosen) throw new Error('The sources of VIN and plate lookups were not chosen.')
  return chosen
}
