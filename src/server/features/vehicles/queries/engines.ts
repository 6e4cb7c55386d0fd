import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db, listen } from '#server/database/database.ts'
import { type EngineFacts, engines } from '#server/database/tables/vehicles.ts'
import { NotFound } from '#server/http/errors.ts'
import { cutPage, listOrder, textKey } from '#server/http/list-order.ts'
import { searchPatterns } from '#server/http/paging.ts'
import type { Engine, engineSorts } from '#shared/contract/engines.ts'
import { phrase } from '#shared/texts/t.ts'
import type { Confidence, EngineRow } from '../engine-rows.ts'

type Wanted = {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
  state?: 'corrected' | undefined
}

export type StoredEngine = typeof engines.$inferSelect

/** Engines, by default ordered by make, model and years. */
export async function findEngines(wanted: Wanted) {
  const matching = and(
    wanted.state && sql`(${engines.isOwn} or ${engines.original} is not null)`,
    ...(wanted.search ?? '').trim().split(/\s+/).filter(Boolean).map(holds),
  )
  const order = orderEngines(wanted)
  const [rows, total] = await Promise.all([
    db()
      .select({ row: engines, sortKey: order.sortKey })
      .from(engines)
      .where(and(matching, order.after))
      .orderBy(order.orderBy)
      .limit(wanted.limit + 1),
    db().$count(engines, matching),
  ])
  const page = cutPage(rows, wanted.limit, order)
  return { engines: page.rows.map(({ row }) => toEngine(row)), total, next: page.next }
}

const yearFrom = sql`split_part(${engines.years}, '-', 1)::int`
const yearTo = sql`split_part(${engines.years}, '-', array_length(string_to_array(${engines.years}, '-'), 1))::int`

/** A word of four digits also matches a model year. */
function holds(word: string): SQL {
  const [pattern = '%'] = searchPatterns(word)
  const inText = sql`fold_text(${engines.make} || ' ' || ${engines.model} || ' ' || ${engines.engine}) like ${pattern}`
  if (!/^(19|20)\d\d$/.test(word)) return inText
  return sql`(${inText} or ${Number(word)}::int between ${yearFrom} and ${yearTo})`
}

type Field = (typeof engineSorts)[number]
const byName = textKey(sql`(${engines.make} || ' ' || ${engines.model})`)

const orderEngines = (requested: Pick<Wanted, 'sort' | 'cursor'>) =>
  listOrder<Field>(requested, {
    fields: {
      make: byName,
      years: { by: yearFrom, type: 'bigint' },
      quarts: { by: sql`round(${engines.quarts}::numeric, 2)`, type: 'numeric' },
      source: textKey(sql`${engines.source}`),
    },
    usual: [byName, { by: yearFrom, type: 'bigint' }],
    id: sql`${engines.id}`,
  })

/** Throws NotFound. */
export async function engineById(id: string): Promise<Engine> {
  const [row] = await db().select().from(engines).where(eq(engines.id, id))
  if (!row) throw noEngine()
  return toEngine(row)
}

export const noEngine = () => new NotFound(phrase('This engine is no longer in the table.'))

export const toEngine = ({ original, id, isOwn, version, ...row }: StoredEngine): Engine => ({
  id,
  isOwn,
  version,
  ...shownFacts(row),
  original: original && shownFacts(original),
})

const shownFacts = <Facts extends EngineFacts>({ years, confidence, ...facts }: Facts) => ({
  ...facts,
  ...readYears(years),
  confidence: confidence as Confidence,
})

let copy: EngineRow[] | undefined
let reads = 0

/** All known engines, cached in this process until one changes. */
export async function engineRows(): Promise<EngineRow[]> {
  if (copy) return copy
  const read = reads
  const stored = await allEngines()
  const rows = stored.map(({ years, confidence, isOwn, original, ...row }) => ({
    ...row,
    ...readYears(years),
    confidence: confidence as Confidence,
    isChecked: isOwn || original !== null,
  }))
  // Not cached: an empty table, which is about to be filled, and one that changed during the read.
  if (rows.length > 0 && read === reads) copy = rows
  return rows
}

/** The stored table. */
export const allEngines = (): Promise<StoredEngine[]> =>
  db().select().from(engines).orderBy(engines.make, engines.model, engines.id)

/** Clears the cached table. */
export function invalidateEngines(): void {
  reads++
  copy = undefined
}

/** Clears the cached table whenever any process changes it. */
export async function subscribeToEngines(): Promise<void> {
  await listen('engines', invalidateEngines, { onReconnect: invalidateEngines })
}

/** A range of model years as written in the table: "2018-2024", or "2018" for a single year. */
export function yearsText({ yearFrom, yearTo }: Pick<EngineRow, 'yearFrom' | 'yearTo'>): string {
  return yearFrom === yearTo ? String(yearFrom) : `${yearFrom}-${yearTo}`
}

/** Parses what `yearsText` writes. */
export function readYears(years: string): { yearFrom: number; yearTo: number } {
  const [yearFrom = 0, yearTo = yearFrom] = years.split('-').map(Number)
  return { yearFrom, yearTo }
}
