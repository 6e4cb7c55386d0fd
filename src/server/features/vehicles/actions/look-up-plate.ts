import { log } from '#server/log.ts'
import type { VehicleLookup } from '#shared/contract/vehicles.ts'
import { lookupSources } from '../lookup-sources.ts'
import { lookUpVin } from './look-up-vin.ts'

/** Finds the vehicle behind a license plate of a state (two letters) and recommends oil. */
export async function lookUpPlate(
  plate: string,
  state: string,
  personId: string | null,
): Promise<VehicleLookup> {
  // Plate data may be used for a stated purpose only; the plate itself is personal and stays out of the log.
  log.info({ personId, state, purpose: 'vehicle data for an oil change' }, 'plate lookup')
  const result = await lookupSources().plates.lookup(plate, state)
  return result.found ? lookUpVin(result.vin) : { success: false, error: result.message }
}
