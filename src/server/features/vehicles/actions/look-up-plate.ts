import { services } from '#server/adapters/services.ts'
import { log } from '#server/base/log.ts'
import { countToday, secondsLeftToday } from '#server/database/daily-counts.ts'
import { TooMany } from '#server/http/errors.ts'
import { networkOf } from '#server/http/client-network.ts'
import type { VehicleLookup } from '#shared/contract/vehicles.ts'
import { phrase, text } from '#shared/texts/t.ts'
import { lookUpVin } from './look-up-vin.ts'

const refusals = {
  unavailable: text(
    'License plate lookup is not available yet. Please use VIN lookup or manual entry.',
  ),
  not_found: text('We could not find this license plate. Please use VIN lookup or manual entry.'),
}

/** How many plates are looked up in a day; each one may be charged to the business. */
const most = { byOne: 20, byAllStrangers: 200 }

type Asker = { personId: string | null; ip: string }

/** Finds the vehicle behind a license plate of a state (two letters) and recommends oil. Throws TooMany. */
export async function lookUpPlate(
  plate: string,
  state: string,
  { personId, ip }: Asker,
): Promise<VehicleLookup> {
  await assertFewLookups({ personId, ip })
  // Plate data may be used for a stated purpose only; the plate itself is personal and stays out of the log.
  log.info({ personId, state, purpose: 'vehicle data for an oil change' }, 'plate lookup')
  const result = await services().plates.lookup(plate, state)
  return result.found ? lookUpVin(result.vin) : { success: false, error: refusals[result.reason] }
}

async function assertFewLookups({ personId, ip }: Asker): Promise<void> {
  const own = await countToday('plate lookup', personId ?? networkOf(ip), most.byOne)
  // Whoever is signed in is beyond what strangers use up.
  if (own && (personId || (await countToday('plate lookup', 'strangers', most.byAllStrangers))))
    return
  throw new TooMany(
    phrase(
      'That is all we can look up by license plate today. Please use the VIN or enter the car by hand.',
    ),
    { retryAfterSeconds: secondsLeftToday() },
  )
}
