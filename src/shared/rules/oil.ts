import { type Phrase, phrase, text } from '../texts/t.ts'

/** Oil types in their one internal spelling, simplest first. */
export const oilTypes = [
  { value: 'conventional', label: text('Conventional') },
  { value: 'semi_synthetic', label: text('Semi Synthetic') },
  { value: 'full_synthetic', label: text('Full Synthetic') },
  { value: 'diesel_full_synthetic', label: text('Diesel Full Synthetic') },
] as const

export type OilType = (typeof oilTypes)[number]['value']

/** Other spellings sent by the package form and older data. */
const otherSpellings = new Map<string, OilType>([
  ['semi-synthetic', 'semi_synthetic'],
  ['full-synthetic', 'full_synthetic'],
  ['diesel', 'diesel_full_synthetic'],
])

/** The internal spelling of an oil type; undefined if unknown. */
export function parseOilType(text: string): OilType | undefined {
  const known = oilTypes.find((type) => type.value === text)
  return known?.value ?? otherSpellings.get(text)
}

export function oilTypeLabel(value: OilType): string {
  return oilTypes.find((type) => type.value === value)?.label ?? value
}

/** The grade in an oil's name, `0W-20`, or null. */
export function oilGrade(name: string): string | null {
  const [, cold, warm] = /\b(\d{1,2})\s?W\s?-?\s?(\d{2})\b/i.exec(name) ?? []
  return cold && warm ? `${cold}W-${warm}` : null
}

/** Facts that decide a vehicle's oil; any may be unknown. Fuels in vPIC's words. */
type EngineFacts = {
  make: string
  year?: number
  fuel?: string
  secondFuel?: string
  displacementL?: number
  turbo?: boolean
}

const europeanMakes =
  /^(?:alfa romeo|aston martin|audi|bentley|bmw|ferrari|fiat|jaguar|lamborghini|land rover|lotus|maserati|maybach|mclaren|mercedes-benz|mini|peugeot|polestar|porsche|renault|rolls-royce|saab|smart|volkswagen|volvo)$/
// Their luxury and youth brands use the same engines.
const earlySyntheticMakes = /^(?:toyota|lexus|scion|honda|acura|mazda|subaru)$/
const fordMakes = /^(?:ford|lincoln|mercury)$/

export const isDiesel = (fuel: string | undefined) => /diesel/i.test(fuel ?? '')
const isElectric = (fuel: string | undefined) => /^electric/i.test(fuel ?? '')
const isHydrogen = (fuel: string | undefined) => /fuel cell|hydrogen/i.test(fuel ?? '')

/**
 * Whether there is no engine oil to change. A plug-in hybrid names electricity as first fuel but has an engine, shown by a
 * second fuel or a displacement.
 */
export function needsNoOil(facts: Pick<EngineFacts, 'fuel' | 'secondFuel' | 'displacementL'>) {
  if (isHydrogen(facts.fuel) || isHydrogen(facts.secondFuel)) return true
  const engine = facts.displacementL !== undefined
  const otherFuel = facts.secondFuel !== undefined && !isElectric(facts.secondFuel)
  return isElectric(facts.fuel) && !otherFuel && !engine
}

/** Why a named car needs no oil change. */
export function noOilPhrase({ year, make, model, fuel }: NamedCar): Phrase {
  const name = [year, make, model].filter(Boolean).join(' ')
  return isHydrogen(fuel ?? undefined)
    ? phrase("{name} runs on hydrogen and doesn't need an oil change.", { name })
    : phrase("{name} is fully electric and doesn't need an oil change.", { name })
}
type NamedCar = {
  year?: string | number | undefined
  make?: string | undefined
  model?: string | undefined
  fuel?: string | null | undefined
}

/** The oil type of a vehicle without a curated row. */
export function oilTypeFor(facts: EngineFacts): OilType {
  const make = facts.make.trim().toLowerCase()
  const year = facts.year ?? 0
  if (isDiesel(facts.fuel) || isDiesel(facts.secondFuel)) return 'diesel_full_synthetic'
  if (facts.turbo || europeanMakes.test(make) || year >= 2014) return 'full_synthetic'
  if (year >= 2010 && earlySyntheticMakes.test(make)) return 'full_synthetic'
  if (year >= 2008 || (year >= 1997 && fordMakes.test(make))) return 'semi_synthetic'
  return 'conventional'
}
