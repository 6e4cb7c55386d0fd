import type { Coordinates } from '#shared/rules/service-area.ts'

/** A house of the United States as a map has it. */
export type House = {
  houseNumber: string
  street: string
  /** Where the map says them; the state by its postal abbreviation. */
  city: string | undefined
  state: string | undefined
  /** Five digits. */
  zip: string
  coordinates: Coordinates
}

/** Finds houses on a map by what somebody has written of their address, be it only the beginning. */
export type Geocoder = {
  /**
   * At most `limit` houses, the likeliest first, those around `near` before others; houses alone, never the middle of a
   * street. Throws GeocoderUnavailable when nobody can be asked, in words that repeat nothing of `address`.
   */
  findHouses(
    address: string,
    options: { limit: number; near?: Coordinates | undefined },
  ): Promise<House[]>
}

export class GeocoderUnavailable extends Error {}
