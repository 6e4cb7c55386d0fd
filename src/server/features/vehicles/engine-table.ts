import { db, listen } from '#server/database/database.ts'
import { engines } from '#server/database/tables/vehicles.ts'
import type { Confidence, EngineRow } from './engine-rows.ts'

let copy: EngineRow[] | undefined
let reads = 0

/** The engines that are known, kept in the process until the office changes one. */
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
  // An empty table is not worth remembering, it is about to be filled; nor is what has changed meanwhile.
  if (rows.length > 0 && read === reads) copy = rows
  return rows
}

/** The next who asks reads the table anew. */
export function invalidateEngines(): void {
  reads++
  copy = undefined
}

/** Reads the engines anew whenever they change in any process. */
export async function subscribeToEngines(): Promise<void> {
  await listen('engines', invalidateEngines, { onReconnect: invalidateEngines })
}

/** How a range of model years is written in the table: "2018-2024", or "2018" for one year. */
export function yearsText({ yearFrom, yearTo }: Pick<EngineRow, 'yearFrom' | 'yearTo'>): string {
  return yearFrom === yearTo ? String(yearFrom) : `${yearFrom}-${yearTo}`
}

/** The same read again. */
export function readYears(years: string): { yearFrom: number; yearTo: number } {
  const [yearFrom = 0, yearTo = yearFrom] = years.split('-').map(Number)
  return { yearFrom, yearTo }
}
