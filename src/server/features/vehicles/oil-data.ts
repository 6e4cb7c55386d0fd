import { businessToday } from '#server/base/business-time.ts'
import { services } from '#server/adapters/services.ts'
import type { vehicles } from '#server/database/tables/vehicles.ts'
import { Invalid } from '#server/http/errors.ts'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import { checkVin, firstVinYear, hasModelYear, isOldSerial } from '#shared/rules/vin.ts'
import { type Phrase, phrase, phraseOf } from '#shared/texts/t.ts'
import { describeEngine, describeTrim } from './describe-engine.ts'
import { readEngineDescription } from './engine-rows.ts'
import { engineRows } from './queries/engines.ts'
import type { VehicleFacts } from './match-engine.ts'
import { recommendOil } from './recommend-oil.ts'

/** The stored columns about a vehicle's engine and oil. */
export type OilColumns = Pick<
  typeof vehicles.$inferSelect,
  | 'vin'
  | 'trim'
  | 'engine'
  | 'fuel'
  | 'oilType'
  | 'oilCapacity'
  | 'recommendedServiceLevel'
  | 'capacitySource'
  | 'confidence'
  | 'engineId'
>

/**
 * Oil data that the server determines for an entered vehicle, from its VIN if given, else from make, model and year; unknown
 * values are null. A car without engine oil has a fuel and no oil data. Throws Invalid for a malformed VIN or another car's,
 * and for a future year; `prefix` is put before the error's field paths.
 */
export async function oilDataFor(form: VehicleForm, prefix = ''): Promise<OilColumns> {
  refuseFutureYear(form.year, prefix)
  const typed = { make: form.make, model: form.model, year: Number(form.year) }
  const decoded =
    form.vin === undefined ? undefined : await decodeOwnVin(form.vin, typed, `${prefix}vin`)
  const { fuel, ...oil } = await recommended(decoded ?? typed)
  return {
    vin: form.vin ?? null,
    trim: (decoded && describeTrim(decoded)) ?? null,
    engine: (decoded && describeEngine(decoded)) ?? null,
    fuel: decoded?.fuel ?? fuel,
    ...oil,
  }
}

/** The columns about oil only. */
export type KnownOil = Omit<OilColumns, 'vin' | 'trim' | 'engine' | 'fuel'>

/** The stored columns that decide which oil a car needs. */
export type StoredCar = { make: string; model: string; year: string } & Pick<
  OilColumns,
  'vin' | 'trim' | 'engine' | 'fuel'
>

/** A saved car's oil data as the current table has it. */
export async function oilOf(car: StoredCar) {
  const decoded = car.vin ? await services().vin.decode(car.vin) : undefined
  const { fuel: _, ...oil } = await recommended(decoded ?? storedFacts(car))
  return oil
}

/** Of a car without a VIN that can be decoded: as typed, and its engine if that is known. */
function storedFacts({ make, model, year, trim, engine, fuel }: StoredCar): VehicleFacts {
  const typed = { make, model, year: Number(year) }
  const { litres, cylinders } = readEngineDescription(engine ?? '')
  if (!engine || litres === undefined) return typed
  return {
    ...typed,
    displacementL: litres,
    turbo: / Turbo\b/.test(engine),
    ...(cylinders && { cylinders }),
    ...(trim && { trim }),
    ...(fuel && { fuel }),
  }
}

/** `fuel` is set only if the car needs no oil. */
async function recommended(facts: VehicleFacts): Promise<KnownOil & { fuel: string | null }> {
  const oil = recommendOil(facts, await engineRows())
  // A fuel without oil data shows the booking that there is nothing to change.
  if ('noOil' in oil) return { ...noOilData, fuel: 'Electric' }
  return {
    fuel: null,
    oilType: oil.oilType,
    oilCapacity: oil.oilCapacity,
    recommendedServiceLevel: oil.recommendedServiceLevel,
    capacitySource: oil.capacitySource,
    confidence: oil.confidence,
    engineId: oil.engineId ?? null,
  }
}

const noOilData = {
  oilType: null,
  oilCapacity: null,
  recommendedServiceLevel: null,
  capacitySource: null,
  confidence: null,
  engineId: null,
}

// Next year's models are sold from January on.
function refuseFutureYear(year: string, prefix: string): void {
  if (Number(year) <= Number(businessToday().slice(0, 4)) + 1) return
  throw Invalid.at(
    `${prefix}year`,
    phrase('There are no cars of {year} yet. Please check the year.', { year }),
  )
}

async function decodeOwnVin(vin: string, typed: VehicleFacts, field: string) {
  const refuseVin = (message: Phrase) => Invalid.at(field, message)
  if (Number(typed.year) < firstVinYear && isOldSerial(vin)) return undefined
  const check = checkVin(vin)
  if (!check.ok && check.problem === 'too_short')
    throw refuseVin(phrase('Please enter a valid 17-character VIN number.'))
  if (!check.ok) throw refuseVin(phraseOf(check.message))
  const decoded = await services().vin.decode(check.vin)
  if (!decoded) return undefined
  const sameMake = decoded.make.toLowerCase() === typed.make.toLowerCase()
  const sameYear = decoded.year === undefined || decoded.year === typed.year
  if (sameMake && !sameYear && !hasModelYear(check.vin)) return undefined
  // The wrong car's VIN would recommend the wrong oil.
  if (!sameMake || !sameYear) {
    const name = [decoded.year, decoded.make, decoded.model].filter(Boolean).join(' ')
    throw refuseVin(
      phrase('This VIN belongs to a {name}. Please correct the vehicle or the VIN.', { name }),
    )
  }
  return decoded
}
