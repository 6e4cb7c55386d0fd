import { services } from '#server/adapters/services.ts'
import { log } from '#server/base/log.ts'
import { countToday, secondsLeftToday } from '#server/database/daily-counts.ts'
import { TooMany } from '#server/http/errors.ts'
import { networkOf } from '#server/http/client-network.ts'
import type { VehicleLookup } from '#shared/contract/vehicles.ts'
import { phrase, text, translate } from '#shared/texts/t.ts'
import { lookUpVin } from './look-up-vin.ts'

const refusals = {
  unavailable: text(
    'License plate lookup is not available yet. Please use VIN lookup or manual entry.',
  ),
  not_found: text('We could not find this license plate. Please use VIN lookup or manual entry.'),
}

/** Plate lookups per day; each may cost the business a fee. */
const most = { byOne: 20, byAllStrangers: 200 }

type Asker = { personId: string | null; ip: string }

/** Finds the vehicle behind a license plate of a state (two letters) and recommends oil. Throws TooMany. */
export async function lookUpPlate(
  plate: string,
  state: string,
  { personId, ip }: Asker,
): Promise<VehicleLookup> {
  await assertFewLookups({ personId, ip })
  // Plate data may be used for a stated purpose only; the plate itself is personal data and stays out of the log.
  log.info({ personId, state, purpose: 'vehicle data for an oil change' }, 'plate lookup')
  const result = await services().plates.lookup(plate, state)
  return result.found
    ? lookUpVin(result.vin)
    : { success: false, error: translate(refusals[result.reason]) }
}

async function assertFewLookups({ personId, ip }: Asker): Promise<void> {
  const own = await countToday('plate lookup', personId ?? networkOf(ip), most.byOne)
  // Signed-in people don't share the limit of strangers.
  if (own && (personId || (await countToday('plate lookup', 'strangers', most.byAllStrangers))))
    return
  throw new TooMany(
    phrase(
      'The limit for license plate lookups today is reached. Please use the VIN or enter the car by hand.',
    ),
    { retryAfterSeconds: secondsLeftToday() },
  )
}
