import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { imports } from '#server/database/tables/imports.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { fewImportRows, noImportCounts } from '#shared/rules/imports.ts'
import type { Person } from '#shared/rules/roles.ts'
import { currentLanguage } from '#shared/texts/t.ts'
import { readFile, textOf } from '../read-file.ts'
import { runImportTask } from '../tasks.ts'
import { runImport } from './run-import.ts'

/** Imports a file, or has a long one imported in the background; answers the import's id. Throws Invalid. */
export async function startImport(
  person: Person,
  bytes: Uint8Array,
  fileName: string,
): Promise<string> {
  const content = textOf(bytes)
  const { rows } = await readFile(content)
  const isShort = rows.length <= fewImportRows
  const id = await transaction(async () => {
    const [added] = await db()
      .insert(imports)
      .values({
        actorId: person.id,
        fileName,
        content,
        rows: rows.length,
        counts: noImportCounts,
        createdAt: now(),
      })
      .returning({ id: imports.id })
    if (!added) throw new Error('The import was not stored.')
    // Of a short one too, a little later, should this process end in the middle of it.
    const startAfter = isShort ? new Date(now().getTime() + 120_000) : undefined
    const language = currentLanguage()
    await enqueue(runImportTask, { importId: added.id, language }, { startAfter })
    return added.id
  })
  if (isShort) await runImport(id)
  return id
}
