import type { Coordinates } from '#shared/rules/service-area.ts'

/** A house in the United States on the map. */
export type House = {
  houseNumber: string
  street: string
  /** If the map has them; the state as postal abbreviation. */
  city: string | undefined
  state: string | undefined
  /** Five digits. */
  zip: string
  coordinates: Coordinates
}

/** Finds houses by a full or partial address. */
export type Geocoder = {
  /**
   * At most `limit` houses, best match first, preferring those around `near`; never the middle of a street. Throws
   * GeocoderUnavailable when the service cannot be reached, with a message that does not repeat `address`.
   */
  findHouses(
    address: string,
    options: { limit: number; near?: Coordinates | undefined },
  ): Promise<House[]>
}

export class GeocoderUnavailable extends Error {}
