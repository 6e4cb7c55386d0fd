import { type House, GeocoderUnavailable } from '#server/adapters/geocoder/port.ts'
import { services } from '#server/adapters/services.ts'
import type { AddressSuggestion } from '#shared/contract/service-area.ts'
import { minLettersToSuggest, formatAddress } from '#shared/rules/address.ts'
import { areaSpots } from '#server/reads/core-spots.ts'
import { cityOfZip } from './zip-codes.ts'

const most = 5

/**
 * Houses that match a partly typed address, those in the service area first; none while the map does not answer, since users
 * can type on. Nothing is stored or logged.
 */
export async function suggestAddresses(typed: string): Promise<AddressSuggestion[]> {
  const { geocoder } = services()
  const beginning = typed.trim()
  if (!geocoder || beginning.length < minLettersToSuggest) return []
  const [near] = areaSpots()
  const houses = await geocoder
    // Some may not be valid addresses here, and the same house may be on the map twice.
    .findHouses(beginning, { limit: 2 * most, near })
    .catch((error: unknown) => {
      if (error instanceof GeocoderUnavailable) return []
      throw error
    })
  const suggestions = (await Promise.all(houses.map(toSuggestion))).flatMap((one) => one ?? [])
  const byLine = new Map(suggestions.map((one) => [formatAddress({ ...one, unit: '' }), one]))
  return [...byLine.values()].slice(0, most)
}

/** Undefined without such a ZIP code, or when its city is unknown. */
async function toSuggestion(house: House): Promise<AddressSuggestion | undefined> {
  const { houseNumber, street, zip } = house
  const place = await cityOfZip(zip)
  const [city, state] = [house.city ?? place?.city, house.state ?? place?.state]
  return place && city && state
    ? { street: `${houseNumber} ${street}`, city, state, zip }
    : undefined
}
