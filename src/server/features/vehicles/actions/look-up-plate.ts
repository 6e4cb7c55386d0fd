import { services } from '#server/adapters/services.ts'
import { log } from '#server/base/log.ts'
import type { VehicleLookup } from '#shared/contract/vehicles.ts'
import { text } from '#shared/texts/t.ts'
import { lookUpVin } from './look-up-vin.ts'

const refusals = {
  unavailable: text(
    'License plate lookup is not available yet. Please use VIN lookup or manual entry.',
  ),
  not_found: text('We could not find this license plate. Please use VIN lookup or manual entry.'),
}

/** Finds the vehicle behind a license plate of a state (two letters) and recommends oil. */
export async function lookUpPlate(
  plate: string,
  state: string,
  personId: string | null,
): Promise<VehicleLookup> {
  // Plate data may be used for a stated purpose only; the plate itself is personal and stays out of the log.
  log.info({ personId, state, purpose: 'vehicle data for an oil change' }, 'plate lookup')
  const result = await services().plates.lookup(plate, state)
  return result.found ? lookUpVin(result.vin) : { success: false, error: refusals[result.reason] }
}
