import { isDiesel, needsNoOil, noOilPhrase, type OilType, oilTypeFor } from '#shared/rules/oil.ts'
import { isKnownElectric } from '#shared/rules/electric-cars.ts'
import { t, text, wording } from '#shared/texts/t.ts'
import type { Confidence, EngineRow } from './engine-rows.ts'
import {
  estimateQuarts,
  findExactRows,
  findFamilyRows,
  findNamedRows,
  inYears,
  sameMake,
  type VehicleFacts,
} from './match-engine.ts'

type CapacitySource = 'curated' | 'operator' | 'engine_family' | 'similar_engine' | 'technician'

/** Capacity in US quarts, null if only the technician can tell; never used for billing. */
type OilRecommendation = {
  oilType: OilType
  oilCapacity: number | null
  recommendedServiceLevel: OilType
  capacitySource: CapacitySource
  confidence: Confidence | 'none'
  viscosity?: string
  note?: string
  /** The engine's row, if it is certain. */
  engineId?: string
}

type NoOilNeeded = { noOil: true; message: string }

/** Which oil a vehicle needs and how much, with the confidence in that. */
export function recommendOil(
  vehicle: VehicleFacts,
  rows: EngineRow[],
): OilRecommendation | NoOilNeeded {
  const named =
    vehicle.fuel === undefined && isKnownElectric(vehicle.make, vehicle.model ?? '', vehicle.year)
  if (named || needsNoOil(vehicle)) return { noOil: true, message: wording(noOilPhrase(vehicle)) }
  const capacity = findCapacity(vehicle, rows)
  const oilType = capacity.row?.oilType ?? oilTypeFor(vehicle)
  return {
    oilType,
    oilCapacity: capacity.quarts,
    // Service levels are the oil types: recommend what the engine needs, no upsell.
    recommendedServiceLevel: oilType,
    capacitySource: capacity.source,
    confidence: capacity.confidence,
    ...(capacity.row && { viscosity: capacity.row.viscosity }),
    ...(capacity.note && { note: capacity.note }),
    ...(capacity.engineId && { engineId: capacity.engineId }),
  }
}

type Capacity = {
  quarts: number | null
  source: CapacitySource
  confidence: Confidence | 'none'
  /** The row whose oil type and viscosity apply to exactly this vehicle. */
  row?: EngineRow
  note?: string
  engineId?: string | undefined
}

const unknown: Capacity = {
  quarts: null,
  source: 'technician',
  confidence: 'none',
  note: text('Your technician will confirm the oil capacity.'),
}
const about = (quarts: number) => t('About {quarts} qt, confirmed by your technician.', { quarts })

function findCapacity(vehicle: VehicleFacts, rows: EngineRow[]): Capacity {
  const exact = findExactRows(rows, vehicle)
  if (exact[0]) return fromRows(exact, exact[0])
  if (vehicle.displacementL === undefined) return byNameOnly(vehicle, rows)
  if (isDiesel(vehicle.fuel)) return unknown

  const family = findFamilyRows(rows, vehicle)[0]
  if (family)
    return {
      quarts: family.quarts,
      source: 'engine_family',
      confidence: family.confidence === 'high' ? 'medium' : 'low',
      // The oil of a sister make may differ even where the engine does not.
      ...(inYears(family, vehicle.year) && sameMake(family, vehicle.make) && { row: family }),
      note: about(family.quarts),
    }
  const quarts = estimateQuarts(rows, vehicle)
  if (quarts === undefined) return unknown
  return { quarts, source: 'similar_engine', confidence: 'low', note: about(quarts) }
}

function fromRows(rows: EngineRow[], best: EngineRow): Capacity {
  const [least, most] = range(rows)
  const found: Capacity = {
    quarts: best.quarts,
    source: best.isChecked ? 'operator' : 'curated',
    confidence: best.confidence,
    row: best,
    ...(rows.length === 1 && { engineId: best.id }),
  }
  if (least === most)
    return best.confidence === 'high' ? found : { ...found, note: about(best.quarts) }
  // The same engine may have a different oil pan with another drivetrain.
  const note = t('{least} to {most} qt depending on the version, confirmed by your technician.', {
    least,
    most,
  })
  return { ...found, confidence: 'low', note }
}

/** The engine of a typed vehicle is unknown, so its rows must agree. */
function byNameOnly(vehicle: VehicleFacts, rows: EngineRow[]): Capacity {
  const named = findNamedRows(rows, vehicle)
  const [first] = named
  if (!first || vehicle.fuel) return unknown
  const sameOil = named.every(
    (row) => row.oilType === first.oilType && row.viscosity === first.viscosity,
  )
  if (!sameOil) return unknown
  const [least, most] = range(named)
  if (most - least > 0.5) return { ...unknown, row: first }
  return {
    quarts: most,
    source: named.every(({ isChecked }) => isChecked) ? 'operator' : 'curated',
    confidence: 'low',
    row: first,
    note: about(most),
    ...(named.length === 1 && { engineId: first.id }),
  }
}

function range(rows: EngineRow[]): [least: number, most: number] {
  const quarts = rows.map((row) => row.quarts)
  return [Math.min(...quarts), Math.max(...quarts)]
}
