import { and, eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import { maxImportProblems } from '#shared/rules/imports.ts'
import { firstBatch, makeWay, nextBatch } from '../batches.ts'
import { addToCounts, type RowProblem } from '../match-row.ts'
import { type ImportFile, readFile } from '../parse-file.ts'
import { type ReadResult, readRows } from '../parse-row.ts'
import { rowsToMend } from '../rows-to-mend.ts'
import { describeProblem, toKept } from '../row-problems.ts'
import { importRows } from './import-rows.ts'

type Row = typeof imports.$inferSelect

/**
 * Continues an import in batches until done or `isEnough()`, storing progress with each batch. Returns whether nothing is
 * left to do. Safe to repeat.
 */
export async function runImport(id: string, isEnough = () => false): Promise<boolean> {
  const [found] = await db().select().from(imports).where(eq(imports.id, id))
  if (found?.state !== 'running' || found.content === null) return true
  const file = await readFile(found.content, {
    chosen: found.columns.map(({ field }) => field),
  })
  let size = firstBatch
  for (let done = found.doneRows; done < file.rows.length;) {
    if (isEnough()) return false
    const read = await readRows(file, file.rows.slice(done, done + size))
    const startedAt = performance.now()
    // Another process is working on it.
    if (!(await importBatch(found, file, done, read))) return true
    done += read.length
    size = nextBatch(read.length, performance.now() - startedAt)
    await makeWay()
  }
  await finish(id)
  return true
}

/** Stops an import that cannot continue; what it added can still be undone. */
export async function failImport(id: string): Promise<void> {
  await db()
    .update(imports)
    .set({ state: 'failed', content: null, finishedAt: now() })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
}

/** Returns false if another process has imported these rows. */
async function importBatch(
  { id, actorId }: Row,
  file: ImportFile,
  done: number,
  read: readonly ReadResult[],
): Promise<boolean> {
  // Retries when someone signs in with one of the e-mails at the same moment.
  for (let tries = 3; ; tries--) {
    try {
      return await transaction(async () => {
        const claimed = await claim(id, done, done + read.length)
        if (!claimed) return false
        const rows = read.flatMap((one) => ('refused' in one ? [] : [one]))
        const by = { id: actorId, role: 'admin', active: true } as const
        const { results, made } = await importRows(by, id, file, rows)
        const counts = { ...claimed.counts }
        const problems: RowProblem[] = []
        let at = 0
        for (const one of read) {
          const result = 'refused' in one ? undefined : results[at++]
          const rowProblems = 'refused' in one ? one.refused : (result?.problems ?? [])
          addToCounts(counts, one, result?.match, rowProblems)
          problems.push(...rowProblems)
        }
        const mend = rowsToMend(
          file,
          problems.map((problem) =>
            describeProblem(problem, ({ with: { firstName, lastName } }) =>
              `${firstName} ${lastName}`.trim(),
            ),
          ),
        )
        const kept = [...claimed.problems, ...problems.map(toKept)]
        await db()
          .update(imports)
          .set({
            counts,
            problems: kept.slice(0, maxImportProblems),
            ...(mend && { mend: sql`${imports.mend} || ${mend}` }),
          })
          .where(eq(imports.id, id))
        if (made.length > 0)
          await db()
            .insert(importRecords)
            .values(made.map((record) => ({ ...record, importId: id })))
        return true
      })
    } catch (error) {
      if (!(error instanceof Conflict) || tries === 0) throw error
    }
  }
}

async function claim(id: string, from: number, to: number) {
  const [claimed] = await db()
    .update(imports)
    .set({ doneRows: to })
    .where(and(eq(imports.id, id), eq(imports.doneRows, from), eq(imports.state, 'running')))
    .returning({ counts: imports.counts, problems: imports.problems })
  return claimed
}

async function finish(id: string): Promise<void> {
  await transaction(async () => {
    const [done] = await db()
      .update(imports)
      .set({ state: 'done', content: null, finishedAt: now() })
      .where(and(eq(imports.id, id), eq(imports.state, 'running')))
      .returning({ by: imports.actorId, counts: imports.counts })
    if (!done) return
    const { newCustomers, newVehicles, newVisits } = done.counts
    await happened({
      event: 'customers_imported',
      by: done.by,
      data: { importId: id, customers: newCustomers, vehicles: newVehicles, visits: newVisits },
    })
  })
}
