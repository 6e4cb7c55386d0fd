import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { engines } from '#server/database/tables/engines.ts'
import type { Confidence, EngineRow } from './engine-rows.ts'

/** How long a process may use its copy after an operator has corrected a row. */
const freshMs = 60_000

let copy: { rows: EngineRow[]; readAt: number } | undefined

/** The curated engines, kept in the process for a minute. */
export async function engineRows(): Promise<EngineRow[]> {
  if (copy && now().getTime() - copy.readAt < freshMs) return copy.rows
  const stored = await db().select().from(engines).orderBy(engines.make, engines.model, engines.id)
  const rows = stored.map(({ years, ...row }) => {
    const [yearFrom = 0, yearTo = yearFrom] = years.split('-').map(Number)
    return { ...row, yearFrom, yearTo, confidence: row.confidence as Confidence }
  })
  // An empty table is not worth remembering: it is about to be filled.
  if (rows.length > 0) copy = { rows, readAt: now().getTime() }
  return rows
}

/** How a range of model years is written in the table: "2018-2024", or "2018" for one year. */
export function yearsText({ yearFrom, yearTo }: Pick<EngineRow, 'yearFrom' | 'yearTo'>): string {
  return yearFrom === yearTo ? String(yearFrom) : `${yearFrom}-${yearTo}`
}
