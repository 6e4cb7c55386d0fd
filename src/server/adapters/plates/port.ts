export type PlateResult =
  | { found: true; vin: string }
  | { found: false; reason: 'not_found' | 'unavailable' }

/** Finds the VIN of a license plate. Asks only for the vehicle, never its owner; callers limit and log lookups per person. */
export type PlateLookup = {
  /** `plate` as typed, `state` as a two-letter code. Never throws: an outage is "unavailable". */
  lookup(plate: string, state: string): Promise<PlateResult>
}

/** Uppercase letters and digits only, as plates are registered. */
export function normalizePlate(plate: string): string {
  return plate.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
