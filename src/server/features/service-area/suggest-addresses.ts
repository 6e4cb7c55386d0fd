import { type House, GeocoderUnavailable } from '#server/adapters/geocoder/port.ts'
import { services } from '#server/adapters/services.ts'
import type { AddressSuggestion } from '#shared/contract/service-area.ts'
import { fewestToSuggest, formatAddress } from '#shared/rules/address.ts'
import { areaSpots } from '#server/reads/core-spots.ts'
import { placeOf } from './zip-places.ts'

const most = 5

/**
 * Houses that fit what somebody has typed of an address, those in the service area first; none while the map does not
 * answer, for people can type on. Nothing of it is kept or logged.
 */
export async function suggestAddresses(typed: string): Promise<AddressSuggestion[]> {
  const { geocoder } = services()
  const beginning = typed.trim()
  if (!geocoder || beginning.length < fewestToSuggest) return []
  const [near] = areaSpots()
  const houses = await geocoder
    // Some may be no address for us, and the same house may be on the map twice.
    .findHouses(beginning, { limit: 2 * most, near })
    .catch((error: unknown) => {
      if (error instanceof GeocoderUnavailable) return []
      throw error
    })
  const suggestions = (await Promise.all(houses.map(toSuggestion))).flatMap((one) => one ?? [])
  const byLine = new Map(suggestions.map((one) => [formatAddress({ ...one, unit: '' }), one]))
  return [...byLine.values()].slice(0, most)
}

/** Undefined where there is no such ZIP code, or nobody knows its city. */
async function toSuggestion(house: House): Promise<AddressSuggestion | undefined> {
  const { houseNumber, street, zip } = house
  const place = await placeOf(zip)
  const [city, state] = [house.city ?? place?.city, house.state ?? place?.state]
  return place && city && state
    ? { street: `${houseNumber} ${street}`, city, state, zip }
    : undefined
}
