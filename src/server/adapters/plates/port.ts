export type PlateResult =
  | { found: true; vin: string }
  | { found: false; reason: 'not_found' | 'unavailable' }

/**
 * Finds the VIN behind a license plate. Only ever asked for the vehicle, never for its owner; the
 * caller limits and logs the lookups of each person.
 */
export type PlateLookup = {
  /** `plate` as typed, `state` as a two-letter code. Never throws: an outage is "unavailable". */
  lookup(plate: string, state: string): Promise<PlateResult>
}

/** Uppercase letters and digits only, as plates are registered. */
export function normalizePlate(plate: string): string {
  return plate.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
