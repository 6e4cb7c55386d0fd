import { type OilType, parseOilType } from '#shared/rules/oil.ts'

export type Confidence = 'high' | 'medium' | 'low'

/**
 * A curated engine. `make` and `model` may list several, separated by slashes ("Chevrolet/GMC"). `engine` reads "6.6L V8 T D
 * Duramax": liters, layout, T for turbo, D for diesel, then names.
 */
export type EngineRow = {
  /** Of the stored table. */
  id?: string
  make: string
  model: string
  yearFrom: number
  yearTo: number
  engine: string
  /** US quarts with a filter change. */
  quarts: number
  viscosity: string
  oilType: OilType
  source: string
  confidence: Confidence
  /** Corrected or added by the office. */
  isChecked?: boolean
}

export type EngineDescription = {
  litres?: number
  cylinders?: number
  turbo: boolean
  diesel: boolean
  /** Code names in lower case, such as "2az-fe". */
  names: string[]
}

/** Reads the `engine` column of a row. */
export function readEngineDescription(engine: string): EngineDescription {
  const words = engine.trim().split(/\s+/)
  const litres = /^(\d+\.\d)L$/.exec(words[0] ?? '')?.[1]
  const cylinders = /^[A-Z](\d{1,2})$/.exec(words[1] ?? '')?.[1]
  const rest = words.slice(cylinders ? 2 : 1)
  return {
    litres: litres === undefined ? undefined : Number(litres),
    cylinders: cylinders === undefined ? undefined : Number(cylinders),
    turbo: rest.includes('T'),
    diesel: rest.includes('D'),
    names: rest
      .filter((word) => word !== 'T' && word !== 'D')
      .flatMap((word) => word.toLowerCase().split(/[/]/)),
  }
}

/** Parses data/oil/engines.csv; throws on an implausible row, naming its line. */
export function readEngineCsv(csv: string): EngineRow[] {
  const [head, ...lines] = csv.split(/\r?\n/).filter((line) => line.trim() !== '')
  const columns = splitCsvLine(head ?? '')
  return lines.map((line, index) => {
    const cells = splitCsvLine(line)
    const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
    const [from, to = from] = cell('years').split('-').map(Number)
    const oilType = parseOilType(cell('oil_type'))
    const quarts = Number(cell('quarts'))
    const confidence = cell('confidence')
    if (!from || !to || !oilType || !(quarts > 0) || !isConfidence(confidence))
      throw new Error(`Line ${index + 2} of the engine table is not valid: ${line}`)
    return {
      make: cell('make'),
      model: cell('model'),
      yearFrom: from,
      yearTo: to,
      engine: cell('engine'),
      quarts,
      viscosity: cell('viscosity'),
      oilType,
      source: cell('source'),
      confidence,
    }
  })
}

const isConfidence = (text: string): text is Confidence =>
  text === 'high' || text === 'medium' || text === 'low'

function splitCsvLine(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return [...cells].map((cell) => (cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '').trim())
}
