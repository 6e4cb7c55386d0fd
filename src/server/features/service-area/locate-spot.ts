import { Invalid } from '#server/http/errors.ts'
import { findZip, tidyLine } from '#shared/rules/address.ts'
import { type Phrase, phrase } from '#shared/texts/t.ts'
import { findHouse } from './queries.ts'
import { centerOf, cityOfZip } from './zip-codes.ts'

/**
 * The location of an address or ZIP code: the house if the map service has it, else the center of the ZIP code. Throws
 * Invalid, at the field, for one without a ZIP code that has a center.
 */
export async function locateSpot(line: string) {
  const zip = findZip(line)
  if (!zip) throw atAddress(phrase('Please add the ZIP code so we can find the place.'))
  const center = await centerOf(zip)
  if (!center)
    throw atAddress(
      phrase('We do not know where {zip} is. Please enter latitude and longitude yourself.', {
        zip,
      }),
    )
  // If the map does not answer, use the center; users can move it.
  const house = await findHouse(tidyLine(line)).catch(() => undefined)
  const place = await cityOfZip(zip)
  return {
    ...(house ?? center),
    precision: house ? ('house' as const) : ('zip' as const),
    city: place ? `${place.city}, ${place.state}` : '',
  }
}

const atAddress = (message: Phrase) => Invalid.at('address', message)
