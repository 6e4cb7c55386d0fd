import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkDigitMatches, isWellFormed, normalizeVin } from '#shared/rules/vin.ts'
import { deriveEngineFacts } from './engine-facts.ts'
import { readElectrification, readFuels } from './fuels.ts'
import { displayMake, displayModel } from '#shared/rules/vehicle-names.ts'
import type { DecodedVin, DerivableField, VinDecoder } from './port.ts'
import {
  addEngineFacts,
  borrowFromNeighbors,
  collectFacts,
  emptyFacts,
  litresOf,
  scoreOf,
  type Facts,
} from './vin-facts.ts'
import { element, openVpicDatabase, type VpicDatabase, type Wmi } from './vpic-database.ts'
import { unpackVpic } from './vpic-file.ts'
import { root } from '#server/base/root.ts'

/** The packed extract that ships with the project. */
export const packedVpic = join(root, 'data/vin/vpic.sqlite.zst')

export type OfflineVinDecoder = VinDecoder & { close(): void }

/**
 * Decodes VINs from the vPIC extract, unpacked into `cacheFolder` and opened on first use. Follows NHTSA's published
 * decoding procedure.
 */
export function createOfflineVinDecoder(options: {
  cacheFolder: string
  packedPath?: string
  currentYear?: () => number
}): OfflineVinDecoder {
  const currentYear = options.currentYear ?? (() => new Date().getUTCFullYear())
  let opening: Promise<VpicDatabase> | undefined
  const open = () => {
    opening ??= openCached(options.packedPath ?? packedVpic, options.cacheFolder)
    opening.catch(() => (opening = undefined))
    return opening
  }
  return {
    prepare: open,
    async decode(text) {
      const vin = normalizeVin(text)
      return isWellFormed(vin) ? decodeVin(await open(), vin, currentYear()) : undefined
    },
    close() {
      void opening?.then((database) => database.close()).catch(() => undefined)
      opening = undefined
    },
  }
}

async function openCached(packedPath: string, cacheFolder: string): Promise<VpicDatabase> {
  const path = await unpackVpic(packedPath, cacheFolder)
  try {
    return openVpicDatabase(path)
  } catch {
    // Damaged after it was written; unpack it again.
    await rm(path, { force: true })
    return openVpicDatabase(await unpackVpic(packedPath, cacheFolder))
  }
}

/** Decodes one VIN against an open database; undefined for an unknown manufacturer. */
function decodeVin(database: VpicDatabase, vin: string, currentYear: number) {
  // Small makers share a three-character code and are told apart by positions 12 to 14.
  const code = vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3)
  const wmi = database.findWmi(code)
  if (!wmi) return undefined
  const keys = `${vin.slice(3, 8)}|${vin.slice(9)}`
  const factsOf = (year: number) => collectFacts(database.findMatches(code, year, keys))
  const { years, conclusive } = possibleYears(vin, wmi.year_rule === 1, currentYear)
  let best: { year: number; facts: Facts; score: number } | undefined
  for (const year of years) {
    const facts = factsOf(year)
    const score = scoreOf(facts)
    if (!best || (conclusive ? !best.facts.model && facts.model : score > best.score))
      best = { year, facts, score }
    if (conclusive && facts.model) break
  }
  const facts = best?.facts ?? emptyFacts()
  addEngineFacts(database, facts)
  const borrowed = best ? borrowFromNeighbors(facts, best.year, factsOf) : []
  return describe(database, vin, wmi, best?.year, facts, borrowed)
}

function describe(
  database: VpicDatabase,
  vin: string,
  wmi: Wmi,
  year: number | undefined,
  { values, model, make: modelMake }: Facts,
  borrowed: DerivableField[],
): DecodedVin | undefined {
  const rawMake = modelMake ?? wmi.make
  if (!rawMake) return undefined
  const make = displayMake(rawMake)
  const series = values.get(element.series)
  const cylinders = Number(values.get(element.cylinders))
  const turbo = values.get(element.turbo)
  const { remark: _remark, ...decoded } = deriveEngineFacts(
    {
      vin,
      make,
      model: model && displayModel(make, model, series, vin),
      year,
      series,
      trim: values.get(element.trim),
      displacementL: litresOf(values),
      cylinders: cylinders > 0 ? cylinders : undefined,
      engineLayout: values.get(element.engineLayout),
      engineModel: values.get(element.engineModel),
      turbo: turbo === undefined ? undefined : turbo === 'Yes',
      ...readFuels(values.get(element.fuel), values.get(element.secondFuel)),
      electrification: readElectrification(values.get(element.electrification)),
      vehicleType: wmi.type,
      grossWeight: values.get(element.grossWeight),
      checkDigitOk: checkDigitMatches(vin),
      derived: borrowed,
      remark: values.get(element.otherEngineInfo),
    },
    database.findUsual,
  )
  return decoded
}

// Position 10, from 1980 and again from 2010; I, O, Q, U, Z and 0 mean no year.
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/**
 * Possible model years of a VIN, likeliest first; `conclusive` when the second is only a fallback. `yearRule` is true for
 * cars, MPVs and light trucks, whose position 7 tells the decades apart.
 */
export function possibleYears(
  vin: string,
  yearRule: boolean,
  currentYear: number,
): { years: number[]; conclusive: boolean } {
  const index = yearCodes.indexOf(vin[9] ?? ' ')
  if (index < 0) return { years: [], conclusive: false }
  const early = 1980 + index
  const late = early + 30
  if (late > currentYear + 2) return { years: [early], conclusive: true }
  const digit = /[0-9]/.test(vin[6] ?? '')
  return { years: yearRule && digit ? [early, late] : [late, early], conclusive: yearRule }
}
