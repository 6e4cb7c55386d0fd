import { csvText } from '#server/http/csv.ts'
import { Invalid } from '#server/http/errors.ts'
import { type CsvTable, isCardMark, readCsv, textOf } from '#server/http/read-csv.ts'
import { EngineWorkChange } from '#shared/contract/engines.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import type { ImportProblem } from '#shared/rules/imports.ts'
import { phrase, t, translate } from '#shared/texts/t.ts'
import { allEngines, type StoredEngine } from './queries/engines.ts'

/** Columns of the file, in the template's order; each is also recognized by its Spanish names. */
const columns = [
  { field: 'make', header: 'Make', also: ['marca'] },
  { field: 'model', header: 'Model', also: ['modelo'] },
  { field: 'years', header: 'Years', also: ['year', 'años', 'año'] },
  { field: 'engine', header: 'Engine', also: ['motor'] },
  { field: 'filters', header: 'Filters', also: ['filter', 'oil filter', 'filtros', 'filtro'] },
  {
    field: 'drainPlugTorque',
    header: 'Drain plug torque (ft-lb)',
    also: ['drain plug torque', 'torque', 'apriete del tapón de drenaje'],
  },
  {
    field: 'drainPlugWasher',
    header: 'Drain plug washer',
    also: ['washer', 'arandela del tapón de drenaje'],
  },
  {
    field: 'oilReset',
    header: 'Oil light reset',
    also: ['oil reset', 'reset procedure', 'cómo reiniciar la luz de aceite'],
  },
] as const
type Field = (typeof columns)[number]['field']

/** Letters and digits only, so that spacing, case, accents and dashes don't matter. */
const bare = (cell: string): string => foldText(cell).replace(/[^\p{L}\p{N}]/gu, '')

const fieldsByName = new Map<string, Field>(
  columns.flatMap(({ field, header, also }) =>
    [header, ...also].map((name) => [bare(name), field] as const),
  ),
)
const fieldOf = (header: string): Field | undefined => fieldsByName.get(bare(header))

/** Between filters in one cell. */
const filterSeparator = '; '

/** The CSV template: every engine with its known facts, to fill in and import. */
export async function engineFactsTemplate(): Promise<string> {
  const engines = await allEngines()
  return csvText(
    columns.map(({ header }) => header),
    engines.map((engine) =>
      columns.map(({ field }) =>
        field === 'filters' ? engine.filters.join(filterSeparator) : engine[field],
      ),
    ),
  )
}

/** The changes a file asks for, at most one per engine. */
type ReadEngineFacts = {
  rows: number
  found: { row: number; engine: StoredEngine; change: EngineWorkChange }[]
  problems: ImportProblem[]
}

/** Reads a file against the table. Throws Invalid for one that cannot be read or lacks columns. */
export async function readEngineFacts(bytes: Uint8Array): Promise<ReadEngineFacts> {
  const table = await readCsv(textOf(bytes), (cell) => fieldOf(cell) !== undefined)
  assertColumns(table)
  const engines = Map.groupBy(await allEngines(), nameKey)
  const seen = new Map<string, number>()
  const found: ReadEngineFacts['found'] = []
  const problems: ImportProblem[] = []
  for (const { row, cells } of table.rows) {
    const refuse = (message: string): undefined => {
      problems.push({ kind: 'row', row, column: '', message })
    }
    const cell = (field: Field) => cells[table.header.findIndex((name) => fieldOf(name) === field)]
    const engine = engineNamed(engines, cell, refuse)
    if (!engine) continue
    const before = seen.get(engine.id)
    if (before !== undefined) {
      refuse(t('Row {row} is about the same engine.', { row: before }))
      continue
    }
    seen.set(engine.id, row)
    const { change, refused } = readFacts(table.header, cells)
    problems.push(...refused.map((one) => ({ kind: 'cell' as const, row, ...one })))
    found.push({ row, engine, change })
  }
  return { rows: table.rows.length, found, problems }
}

function assertColumns({ header }: CsvTable): void {
  const fields = header.map(fieldOf)
  const missing = (['make', 'model', 'engine'] as const).filter((field) => !fields.includes(field))
  if (missing.length > 0)
    throw new Invalid(
      phrase('The file needs the columns {columns}. Please start from the template.', {
        columns: columns
          .filter(({ field }) => missing.some((one) => one === field))
          .map((column) => column.header)
          .join(', '),
      }),
    )
  const facts = columns.slice(4)
  if (!facts.some(({ field }) => fields.includes(field)))
    throw new Invalid(
      phrase('The file has none of the columns {columns}. Please start from the template.', {
        columns: facts.map((column) => column.header).join(', '),
      }),
    )
}

const nameKey = ({ make, model, engine }: Pick<StoredEngine, 'make' | 'model' | 'engine'>) =>
  [make, model, engine].map(bare).join('|')

/** The engine a row names; the years are optional if only one engine has the name. */
function engineNamed(
  engines: ReadonlyMap<string, StoredEngine[]>,
  cell: (field: Field) => string | undefined,
  refuse: (message: string) => undefined,
): StoredEngine | undefined {
  const [make = '', model = '', engine = '', years = ''] = (
    ['make', 'model', 'engine', 'years'] as const
  ).map(cell)
  const named = engines.get(nameKey({ make, model, engine })) ?? []
  const matching = years ? named.filter((one) => bare(one.years) === bare(years)) : named
  const [first, ...more] = matching
  if (first && more.length === 0) return first
  if (first)
    return refuse(
      t('Several engines have this name. Please add the years: {years}.', {
        years: yearsOf(matching),
      }),
    )
  if (named.length > 0)
    return refuse(
      t('This engine is in your list for other years: {years}.', {
        years: yearsOf(named),
      }),
    )
  return refuse(
    t('This engine is not in your list. Please write it as the template does, or add it first.'),
  )
}

const yearsOf = (engines: readonly StoredEngine[]) =>
  engines
    .map(({ years }) => years)
    .toSorted()
    .join(', ')

/** The facts in a row's cells; empty cells are ignored, invalid ones refused. */
function readFacts(header: readonly string[], cells: readonly string[]) {
  const change: EngineWorkChange = {}
  const refused: { column: string; message: string }[] = []
  const filters: string[] = []
  for (const [n, column] of header.entries()) {
    const cell = cells[n]
    const field = fieldOf(column)
    if (!cell || !field || !(field in EngineWorkChange.shape)) continue
    if (isCardMark(cell)) {
      refused.push({ column, message: t('This looks like a card number and was not read.') })
      continue
    }
    const value = { [field]: valueOf(field, cell) }
    const parsed = EngineWorkChange.safeParse(value)
    if (!parsed.success) {
      const message = parsed.error.issues[0]?.message ?? ''
      refused.push({ column, message: translate(message) })
    } else if (field === 'filters') filters.push(...(parsed.data.filters ?? []))
    else Object.assign(change, parsed.data)
  }
  return {
    change: { ...(filters.length > 0 && { filters: [...new Set(filters)] }), ...change },
    refused,
  }
}

function valueOf(field: Field, cell: string): string | number | string[] {
  if (field === 'filters')
    return cell
      .split(/[;\n]/)
      .map((filter) => filter.trim())
      .filter(Boolean)
  if (field !== 'drainPlugTorque') return cell
  // Other units are refused: newton meters read as ft-lb would be a third too tight.
  const figure = /^(\d{1,3}(?:\.\d+)?)\s*(?:(?:ft|lb)s?[\s.·-]*(?:ft|lb)s?\.?)?$/i.exec(cell)?.[1]
  return figure === undefined ? cell : Number(figure)
}
