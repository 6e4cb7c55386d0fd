import { services } from '#server/adapters/services.ts'
import type { DecodedVin } from '#server/adapters/vin/port.ts'
import type { VehicleLookup, VehicleSpec } from '#shared/contract/vehicles.ts'
import { checkVin } from '#shared/rules/vin.ts'
import { text } from '#shared/texts/t.ts'
import { describeEngine, describeTrim } from '../describe-engine.ts'
import { engineRows } from '../queries/engines.ts'
import { recommendOil } from '../recommend-oil.ts'

const notFound = text('Unable to find vehicle information. Please try manual entry.')

/** Decodes a typed VIN and recommends oil; problems with the VIN are returned in `error`. */
export async function lookUpVin(text: string): Promise<VehicleLookup> {
  const check = checkVin(text)
  if (!check.ok) return { success: false, error: check.message }
  const decoded = await services().vin.decode(check.vin)
  if (!decoded?.model || !decoded.year) return { success: false, error: check.warning ?? notFound }
  return recommendFor({ ...decoded, model: decoded.model, year: decoded.year }, check.warning)
}

type KnownVehicle = DecodedVin & { model: string; year: number }

async function recommendFor(decoded: KnownVehicle, warning?: string): Promise<VehicleLookup> {
  const oil = recommendOil(decoded, await engineRows())
  if ('noOil' in oil) return { success: false, noOil: true, error: oil.message }
  const vehicleSpec: VehicleSpec = {
    vin: decoded.vin,
    year: String(decoded.year),
    make: decoded.make,
    model: decoded.model,
    trim: describeTrim(decoded),
    engine: describeEngine(decoded),
    fuel: decoded.fuel,
    ...oil,
    warning,
  }
  return { success: true, vehicleSpec }
}
