import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { imports } from '#server/database/tables/imports.ts'
import { keyHash } from '#server/http/idempotency.ts'
import { textOf } from '#server/http/read-csv.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { fewImportRows, noImportCounts } from '#shared/rules/imports.ts'
import type { Person } from '#shared/rules/roles.ts'
import { currentLanguage } from '#shared/texts/t.ts'
import { assertImportable, type Mapping, readFile, storedText } from '../parse-file.ts'
import { earlierColumns } from '../queries.ts'
import { runImportTask } from '../tasks.ts'
import { runImport } from './run-import.ts'

/**
 * Imports a file, a long one in the background. Returns the import's id; repeating a `key` returns the first import's.
 * Throws Invalid.
 */
export async function startImport(
  person: Person,
  bytes: Uint8Array,
  { fileName, chosen, key }: { fileName: string; chosen?: Mapping['chosen']; key?: string },
): Promise<string> {
  const text = textOf(bytes)
  const file = await readFile(text, { chosen, earlier: await earlierColumns() })
  assertImportable(file)
  const { rows, columns } = file
  const isShort = rows.length <= fewImportRows
  const requestKey = key === undefined ? null : keyHash([person.id, key])
  const id = await transaction(async () => {
    const [added] = await db()
      .insert(imports)
      .values({
        actorId: person.id,
        requestKey,
        fileName,
        content: storedText(text, file),
        columns,
        rows: rows.length,
        counts: noImportCounts,
        createdAt: now(),
      })
      .onConflictDoNothing({ target: imports.requestKey })
      .returning({ id: imports.id })
    if (!added) return undefined
    // A short file gets a delayed task too, in case this process dies halfway.
    const startAfter = isShort ? new Date(now().getTime() + 120_000) : undefined
    const language = currentLanguage()
    await enqueue(runImportTask, { importId: added.id, language }, { startAfter })
    return added.id
  })
  if (id === undefined) return importOf(requestKey)
  if (isShort) await runImport(id)
  return id
}

async function importOf(requestKey: string | null): Promise<string> {
  const [first] = await db()
    .select({ id: imports.id })
    .from(imports)
    .where(eq(imports.requestKey, requestKey ?? ''))
  if (!first) throw new Error('The import was not stored.')
  return first.id
}
