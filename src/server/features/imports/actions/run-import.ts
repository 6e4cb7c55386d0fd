import { and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { happened } from '#server/events/happened.ts'
import { AppError } from '#server/http/errors.ts'
import { type ImportProblem, mostImportProblems } from '#shared/rules/imports.ts'
import { wording } from '#shared/texts/t.ts'
import { addToCounts } from '../count-match.ts'
import { KnownPeople } from '../match-row.ts'
import { readFile } from '../read-file.ts'
import { readRow } from '../read-row.ts'
import { headerOf } from './preview-import.ts'
import { importRow } from './import-row.ts'

type Row = typeof imports.$inferSelect
type File = Awaited<ReturnType<typeof readFile>>

/** Imports what is left of a file, row by row, each with the count of those that are through. Safe to repeat. */
export async function runImport(id: string): Promise<void> {
  const [found] = await db().select().from(imports).where(eq(imports.id, id))
  if (found?.state !== 'running' || found.content === null) return
  const file = await readFile(found.content)
  const made = { ...found, counts: { ...found.counts }, problems: [...found.problems] }
  while (made.doneRows < file.rows.length) {
    // Somebody else is at it.
    if (!(await nextRow(made, file))) return
  }
  await finish(made)
}

/** A file that cannot be gone through stays as it got; what it made can be undone. */
export async function failImport(id: string): Promise<void> {
  await db()
    .update(imports)
    .set({ state: 'failed', content: null, finishedAt: now() })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
}

async function nextRow(made: Row, file: File): Promise<boolean> {
  const row = file.rows[made.doneRows]
  if (!row) return false
  const read = await readRow(file, row)
  if (Array.isArray(read)) return noteProblems(made, read)
  // Once more where somebody was added by another way at the same moment.
  for (let tries = 2; ; tries--) {
    const match = (await KnownPeople.of([read])).match(read)
    if (match.outcome === 'problem')
      return noteProblems(made, [
        { row: row.row, column: headerOf(file, match.field), message: match.message },
      ])
    try {
      return await transaction(async () => {
        const counts = { ...made.counts }
        addToCounts(counts, match)
        if (!(await claim(made, { counts }))) return false
        const records = await importRow(
          { id: made.actorId, role: 'admin', active: true },
          read,
          match,
        )
        if (records.length > 0)
          await db()
            .insert(importRecords)
            .values(records.map((record) => ({ ...record, importId: made.id })))
        made.counts = counts
        made.doneRows++
        return true
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      if (tries === 0)
        return noteProblems(made, [{ row: row.row, column: '', message: wording(error.said) }])
    }
  }
}

async function noteProblems(made: Row, found: readonly ImportProblem[]): Promise<boolean> {
  const counts = { ...made.counts }
  addToCounts(counts, undefined)
  const problems = [...made.problems, ...found].slice(0, mostImportProblems)
  if (!(await claim(made, { counts, problems }))) return false
  Object.assign(made, { counts, problems, doneRows: made.doneRows + 1 })
  return true
}

/** False when another process has done the row. */
async function claim(made: Row, set: Partial<Row>): Promise<boolean> {
  const claimed = await db()
    .update(imports)
    .set({ ...set, doneRows: made.doneRows + 1 })
    .where(
      and(
        eq(imports.id, made.id),
        eq(imports.doneRows, made.doneRows),
        eq(imports.state, 'running'),
      ),
    )
    .returning({ id: imports.id })
  return claimed.length > 0
}

async function finish({ id, actorId, counts }: Row): Promise<void> {
  await transaction(async () => {
    const [done] = await db()
      .update(imports)
      .set({ state: 'done', content: null, finishedAt: now() })
      .where(and(eq(imports.id, id), eq(imports.state, 'running')))
      .returning({ id: imports.id })
    if (!done) return
    const { newCustomers, newVehicles } = counts
    await happened({
      event: 'customers_imported',
      by: actorId,
      data: { importId: id, customers: newCustomers, vehicles: newVehicles },
    })
  })
}
