import { businessToday } from '#server/base/business-time.ts'
import { services } from '#server/adapters/services.ts'
import type { vehicles } from '#server/database/tables/vehicles.ts'
import { atField, Invalid } from '#server/http/errors.ts'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import { checkVin } from '#shared/rules/vin.ts'
import { type Phrase, phrase, phraseOf } from '#shared/texts/t.ts'
import { describeEngine, describeTrim } from './describe-engine.ts'
import { engineRows } from './engine-table.ts'
import type { VehicleFacts } from './match-engine.ts'
import { recommendOil } from './recommend-oil.ts'

/** What is stored of a vehicle's engine and oil. */
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
>

/**
 * What the server itself finds out about a vehicle that somebody enters: from the VIN where one is given, else
 * from make, model and year. A car without engine oil has a fuel and no oil data. What is not known is null.
 * Throws Invalid for a malformed VIN or one of another car, and for a year to come; `prefix` leads to the fields.
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

/** The oil alone, of a car that is saved. */
export type KnownOil = Omit<OilColumns, 'vin' | 'trim' | 'engine' | 'fuel'>

/** What is known by now of the oil that a saved car takes. */
export async function oilOf(car: {
  make: string
  model: string
  year: string
  vin: string | null
}) {
  const typed = { make: car.make, model: car.model, year: Number(car.year) }
  const decoded = car.vin ? await services().vin.decode(car.vin) : undefined
  const { fuel: _, ...oil } = await recommended(decoded ?? typed)
  return oil
}

/** `fuel`: what the lack of oil tells of it. */
async function recommended(facts: VehicleFacts): Promise<KnownOil & { fuel: string | null }> {
  const oil = recommendOil(facts, await engineRows())
  // The fuel and the lack of oil data tell the booking that there is nothing to change.
  if ('noOil' in oil) return { ...noOilData, fuel: 'Electric' }
  return {
    fuel: null,
    oilType: oil.oilType,
    oilCapacity: oil.oilCapacity,
    recommendedServiceLevel: oil.recommendedServiceLevel,
    capacitySource: oil.capacitySource,
    confidence: oil.confidence,
  }
}

const noOilData = {
  oilType: null,
  oilCapacity: null,
  recommendedServiceLevel: null,
  capacitySource: null,
  confidence: null,
}

// Next year's models are sold from January on.
function refuseFutureYear(year: string, prefix: string): void {
  if (Number(year) <= Number(businessToday().slice(0, 4)) + 1) return
  const said = phrase('There are no cars of {year} yet. Please check the year.', { year })
  throw new Invalid(said, atField(`${prefix}year`, said))
}

async function decodeOwnVin(vin: string, typed: VehicleFacts, field: string) {
  const refuseVin = (said: Phrase) => new Invalid(said, atField(field, said))
  const check = checkVin(vin)
  if (!check.ok) throw refuseVin(phraseOf(check.message))
  const decoded = await services().vin.decode(check.vin)
  if (!decoded) return undefined
  const sameMake = decoded.make.toLowerCase() === typed.make.toLowerCase()
  const sameYear = decoded.year === undefined || decoded.year === typed.year
  // The wrong car's VIN would recommend the wrong oil.
  if (!sameMake || !sameYear) {
    const name = [decoded.year, decoded.make, decoded.model].filter(Boolean).join(' ')
    throw refuseVin(
      phrase('This VIN belongs to a {name}. Please correct the vehicle or the VIN.', { name }),
    )
  }
  return decoded
}
