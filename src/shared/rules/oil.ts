import { text } from '../texts/t.ts'

/** Oil types in their one internal spelling, from the simplest to the most demanding. */
export const oilTypes = [
  { value: 'conventional', label: text('Conventional') },
  { value: 'semi_synthetic', label: text('Semi Synthetic') },
  { value: 'full_synthetic', label: text('Full Synthetic') },
  { value: 'diesel_full_synthetic', label: text('Diesel Full Synthetic') },
] as const

export type OilType = (typeof oilTypes)[number]['value']

/** What the package form and older data may send instead of the internal spelling. */
const otherSpellings = new Map<string, OilType>([
  ['semi-synthetic', 'semi_synthetic'],
  ['full-synthetic', 'full_synthetic'],
  ['diesel', 'diesel_full_synthetic'],
])

/** The internal spelling of an oil type, or undefined for an unknown word. */
export function parseOilType(text: string): OilType | undefined {
  const known = oilTypes.find((type) => type.value === text)
  return known?.value ?? otherSpellings.get(text)
}

export function oilTypeLabel(value: OilType): string {
  return oilTypes.find((type) => type.value === value)?.label ?? value
}

/** What decides the oil of a vehicle; all of it may be unknown. Fuels as vPIC names them. */
export type EngineFacts = {
  make: string
  year?: number
  fuel?: string
  secondFuel?: string
  displacementL?: number
  turbo?: boolean
}

const europeanMakes = new Set(
  (
    'alfa romeo,aston martin,audi,bentley,bmw,ferrari,fiat,jaguar,lamborghini,land rover,lotus,' +
    'maserati,maybach,mclaren,mercedes-benz,mini,peugeot,polestar,porsche,renault,rolls-royce,saab,' +
    'smart,volkswagen,volvo'
  ).split(','),
)
// Their luxury and youth makes use the same engines.
const earlySyntheticMakes = new Set('toyota,lexus,scion,honda,acura,mazda,subaru'.split(','))
const fordMakes = new Set('ford,lincoln,mercury'.split(','))

export const isDiesel = (fuel: string | undefined) => /diesel/i.test(fuel ?? '')
const isElectric = (fuel: string | undefined) => /^electric/i.test(fuel ?? '')
export const isHydrogen = (fuel: string | undefined) => /fuel cell|hydrogen/i.test(fuel ?? '')

/**
 * Whether there is no engine oil to change. A plug-in hybrid names electricity as its first fuel
 * and still has an engine: a second fuel or a displacement tells.
 */
export function needsNoOil(facts: Pick<EngineFacts, 'fuel' | 'secondFuel' | 'displacementL'>) {
  if (isHydrogen(facts.fuel) || isHydrogen(facts.secondFuel)) return true
  const engine = facts.displacementL !== undefined
  const otherFuel = facts.secondFuel !== undefined && !isElectric(facts.secondFuel)
  return isElectric(facts.fuel) && !otherFuel && !engine
}

const electricMakes = new Set('lucid,rivian,tesla,vinfast'.split(','))
const electricModels = new Set(
  (
    'ariya,blazer ev,bolt,bolt ev,bolt euv,bz,bz4x,c40,e-golf,e-tron,e-tron gt,eq fortwo,equinox ev,' +
    'ev6,ev9,ex30,ex40,ex90,f-150 lightning,gv60,hummer ev pickup,hummer ev suv,i-pace,i4,i5,i7,' +
    'id. buzz,id.4,ioniq 5,ioniq 6,ix,leaf,lyriq,mustang mach-e,prologue,q4 e-tron,rz,silverado ev,' +
    'solterra,taycan,zdx'
  ).split(','),
)

/** Whether a vehicle known by name only is sold as battery electric and nothing else. */
export function isKnownElectric(make: string, model: string, year?: number): boolean {
  const name = model.trim().toLowerCase()
  // Acura sold a gasoline ZDX before the electric one.
  if (name === 'zdx' && (year ?? 0) < 2024) return false
  return electricMakes.has(make.trim().toLowerCase()) || electricModels.has(name)
}

/** The oil type for a vehicle that no curated row describes. */
export function oilTypeFor(facts: EngineFacts): OilType {
  const make = facts.make.trim().toLowerCase()
  const year = facts.year ?? 0
  if (isDiesel(facts.fuel) || isDiesel(facts.secondFuel)) return 'diesel_full_synthetic'
  if (facts.turbo || europeanMakes.has(make) || year >= 2014) return 'full_synthetic'
  if (year >= 2010 && earlySyntheticMakes.has(make)) return 'full_synthetic'
  if (year >= 2008 || (year >= 1997 && fordMakes.has(make))) return 'semi_synthetic'
  return 'conventional'
}

/** Service levels are the oil types: the one to recommend is what the engine asks for, no upsell. */
export const serviceLevelFor = (oilType: OilType): OilType => oilType
