import { isDiesel } from '#shared/rules/oil.ts'
import { type EngineDescription, type EngineRow, readEngineDescription } from './engine-rows.ts'

/** Known facts about a vehicle: from its VIN, or a typed make, model and year. */
export type VehicleFacts = {
  make: string
  model?: string
  year?: number
  series?: string
  trim?: string
  displacementL?: number
  cylinders?: number
  engineModel?: string
  turbo?: boolean
  fuel?: string
  secondFuel?: string
}

type Candidate = { row: EngineRow; engine: EngineDescription }

const key = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, ' ')
    .trim()
const listOf = (text: string) => text.split('/').map((part) => part.trim())

function candidates(rows: EngineRow[]): Candidate[] {
  return rows.map((row) => ({ row, engine: readEngineDescription(row.engine) }))
}

export const sameMake = (row: EngineRow, make: string) =>
  listOf(row.make).some((listed) => key(listed) === key(make))

export const inYears = (row: EngineRow, year: number | undefined) =>
  year === undefined || (row.yearFrom <= year && year <= row.yearTo)

/** Words after a model's name that say nothing against a match: the engine decides. */
const openSuffix = /^(v6|fwd|awd|gt|turbo|tt|[\d.]+)$/

function sameModel(row: EngineRow, vehicle: VehicleFacts): boolean {
  const model = key(vehicle.model ?? '').replace(/^ram /, '')
  if (!model) return false
  const details = key(`${vehicle.series ?? ''} ${vehicle.trim ?? ''}`).split(' ')
  // A lettered generation in the data, such as Jeep's JK, must match the listed one.
  const generation = details.find((word) => /^j[klt]$/.test(word))
  // "C/K 1500" is a single name despite the slash.
  return listOf(row.model.replaceAll('C/K', 'C K')).some((listed) => {
    const name = key(listed).replace(/^ram /, '')
    if (name === model) return true
    if (!name.startsWith(`${model} `)) return false
    const suffix = name.slice(model.length + 1)
    if (/^j[klt]$/.test(suffix)) return generation === undefined || generation === suffix
    return openSuffix.test(suffix) || suffix.split(' ').every((word) => details.includes(word))
  })
}

function sameEngine(engine: EngineDescription, vehicle: VehicleFacts): boolean {
  if (engine.litres !== vehicle.displacementL) return false
  if (engine.diesel !== isDiesel(vehicle.fuel)) return false
  if (vehicle.turbo !== undefined && !engine.diesel && engine.turbo !== vehicle.turbo) return false
  const known = engine.cylinders !== undefined && vehicle.cylinders !== undefined
  return !known || engine.cylinders === vehicle.cylinders
}

function namedEngine(engine: EngineDescription, vehicle: VehicleFacts): boolean {
  const named = vehicle.engineModel?.toLowerCase() ?? ''
  return named !== '' && engine.names.some((name) => name.length > 2 && named.startsWith(name))
}

/** Rows for this make, model, year and engine; those that also share the engine's name win. */
export function findExactRows(rows: EngineRow[], vehicle: VehicleFacts): EngineRow[] {
  if (vehicle.displacementL === undefined || vehicle.year === undefined) return []
  const matching = candidates(rows).filter(
    ({ row, engine }) =>
      sameMake(row, vehicle.make) &&
      sameModel(row, vehicle) &&
      inYears(row, vehicle.year) &&
      sameEngine(engine, vehicle),
  )
  return preferNamed(matching.filter(isNotSuperseded), vehicle)
}

/** The office's row for an engine replaces the original data's row for it. */
function isNotSuperseded({ row, engine }: Candidate, _at: number, all: readonly Candidate[]) {
  return (
    row.isChecked ||
    !all.some(
      (other) =>
        other.row.isChecked &&
        other.engine.litres === engine.litres &&
        other.engine.turbo === engine.turbo &&
        other.engine.diesel === engine.diesel,
    )
  )
}

/**
 * Rows for the same engine in another model of the make, in a sister make, or a few years apart; the make itself first, then
 * the nearest year.
 */
export function findFamilyRows(rows: EngineRow[], vehicle: VehicleFacts): EngineRow[] {
  if (vehicle.displacementL === undefined) return []
  const makes = sisterMakes(vehicle.make)
  const matching = candidates(rows).filter(
    ({ row, engine }) =>
      makes.some((make) => sameMake(row, make)) &&
      sameEngine(engine, vehicle) &&
      (namedEngine(engine, vehicle) || yearsApart(row, vehicle.year) <= familyYears),
  )
  const rank = (row: EngineRow) =>
    (sameMake(row, vehicle.make) ? 0 : 100) +
    yearsApart(row, vehicle.year) -
    (row.isChecked ? 0.5 : 0)
  return preferNamed(matching, vehicle).toSorted((one, other) => rank(one) - rank(other))
}

const sisters = [
  ['toyota', 'lexus', 'scion'],
  ['honda', 'acura'],
  ['nissan', 'infiniti'],
  ['ford', 'lincoln', 'mercury'],
  ['chevrolet', 'gmc', 'buick', 'cadillac', 'pontiac', 'oldsmobile', 'saturn', 'hummer'],
  ['hyundai', 'kia', 'genesis'],
  ['volkswagen', 'audi'],
  ['chrysler', 'dodge', 'jeep', 'ram', 'plymouth'],
  ['bmw', 'mini'],
]
const sisterMakes = (make: string) => sisters.find((group) => group.includes(key(make))) ?? [make]

/** The makes to which a row's engines may apply, in lower case; one row may list several. */
export const makesBeside = (make: string): string[] =>
  listOf(make).flatMap((one) => sisterMakes(one).map((each) => each.toLowerCase()))

// Beyond that, the same displacement says little about an engine.
const familyYears = 3

function preferNamed(matching: Candidate[], vehicle: VehicleFacts): EngineRow[] {
  const named = matching.filter(({ engine }) => namedEngine(engine, vehicle))
  return (named.length > 0 ? named : matching).map(({ row }) => row)
}

function yearsApart(row: EngineRow, year: number | undefined): number {
  if (year === undefined || inYears(row, year)) return 0
  return year < row.yearFrom ? row.yearFrom - year : year - row.yearTo
}

/** Rows for a vehicle known by name only, whatever its engine. */
export function findNamedRows(rows: EngineRow[], vehicle: VehicleFacts): EngineRow[] {
  return candidates(rows)
    .filter(
      ({ row }) =>
        vehicle.year !== undefined &&
        sameMake(row, vehicle.make) &&
        sameModel(row, vehicle) &&
        inYears(row, vehicle.year),
    )
    .filter(isNotSuperseded)
    .map(({ row }) => row)
}

/**
 * Quarts averaged over the most similar gasoline engines, rounded to a half; undefined without any. Diesels vary too much to
 * be estimated by size.
 */
export function estimateQuarts(rows: EngineRow[], vehicle: VehicleFacts): number | undefined {
  const { displacementL: litres, year } = vehicle
  if (litres === undefined || isDiesel(vehicle.fuel)) return undefined
  const near = candidates(rows)
    .filter(({ engine }) => !engine.diesel && engine.litres !== undefined)
    .map(({ row, engine }) => {
      const cylinders = vehicle.cylinders ?? engine.cylinders ?? 0
      const distance =
        Math.abs((engine.litres ?? 0) - litres) * 2 +
        Math.abs((engine.cylinders ?? cylinders) - cylinders) * 0.5 +
        (vehicle.turbo !== undefined && engine.turbo !== vehicle.turbo ? 0.5 : 0) +
        (sameMake(row, vehicle.make) ? 0 : 0.5) +
        yearsApart(row, year) * 0.05
      return { quarts: row.quarts, distance }
    })
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .filter(({ distance }) => distance <= 2.5)
  if (near.length === 0) return undefined
  const weight = near.reduce((sum, { distance }) => sum + 1 / (0.2 + distance), 0)
  const total = near.reduce((sum, { quarts, distance }) => sum + quarts / (0.2 + distance), 0)
  return Math.round((total / weight) * 2) / 2
}
