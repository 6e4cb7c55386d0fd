import { and, eq, inArray } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { Conflict } from '#server/http/errors.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { fewImportRows } from '#shared/rules/imports.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { importById } from '../queries.ts'
import { undoImportTask } from '../tasks.ts'
import { removeMade } from './remove-made.ts'

/** Removes what an import added and no one has used since, large imports in the background. Throws NotFound or Conflict. */
export async function undoImport(person: Person, id: string): Promise<void> {
  await importById(id)
  const isShort = await transaction(async () => {
    const [undone] = await db()
      .update(imports)
      .set({ state: 'undoing', undoneBy: person.id })
      .where(and(eq(imports.id, id), inArray(imports.state, ['done', 'failed'])))
      .returning({ id: imports.id })
    if (!undone) throw new Conflict(phrase('This import is still running or was already undone.'))
    const made = await db().$count(importRecords, eq(importRecords.importId, id))
    const startAfter = made <= 2 * fewImportRows ? new Date(now().getTime() + 120_000) : undefined
    await enqueue(undoImportTask, { importId: id }, { startAfter })
    return made <= 2 * fewImportRows
  })
  if (isShort) await removeMade(id)
}
