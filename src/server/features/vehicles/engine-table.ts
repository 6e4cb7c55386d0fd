import { db, listen } from '#server/database/database.ts'
import { engines } from '#server/database/tables/vehicles.ts'
import type { Confidence, EngineRow } from './engine-rows.ts'

let copy: EngineRow[] | undefined
let reads = 0

/** All known engines, cached in this process until one changes. */
export async function engineRows(): Promise<EngineRow[]> {
  if (copy) return copy
  const read = reads
  const stored = await db().select().from(engines).orderBy(engines.make, engines.model, engines.id)
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
