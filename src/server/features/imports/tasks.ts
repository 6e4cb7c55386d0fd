import { and, lt, ne } from 'drizzle-orm'
import { z } from 'zod'
import { now } from '#server/base/clock.ts'
import { inLanguage } from '#server/base/language.ts'
import { db } from '#server/database/database.ts'
import { imports } from '#server/database/tables/imports.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { defineTask, type TaskRun } from '#server/queue/task.ts'
import { mendKeptDays } from '#shared/rules/imports.ts'
import { removeMade } from './actions/remove-made.ts'
import { failImport, runImport } from './actions/run-import.ts'

const tries = 3
/** Seconds until a task whose process died is retried; a long file is split into many short tasks. */
const expireInSeconds = 60
const enoughMs = 10_000

/** `language` is the uploader's, for wording problems. */
export const runImportTask = defineTask('run-import', {
  schema: z.object({ importId: z.string(), language: z.string() }),
  expireInSeconds,
  retryLimit: tries,
  handler: async (data, run) => {
    try {
      const isDone = await inLanguage(data.language, () => runImport(data.importId, enough(run)))
      if (!isDone) await enqueue(runImportTask, data)
    } catch (error) {
      if (run.retry === tries) await failImport(data.importId)
      throw error
    }
  },
})

export const undoImportTask = defineTask('undo-import', {
  schema: z.object({ importId: z.string() }),
  expireInSeconds,
  handler: async (data, run) => {
    if (!(await removeMade(data.importId, enough(run)))) await enqueue(undoImportTask, data)
  },
})

const dayMs = 86_400_000

export const purgeRowsToMendTask = defineTask('purge-rows-to-mend', {
  expireInSeconds,
  handler: purgeRowsToMend,
})

/** Deletes rows to mend after their time: they contain personal data. */
export async function purgeRowsToMend(): Promise<void> {
  const old = new Date(now().getTime() - mendKeptDays * dayMs)
  await db()
    .update(imports)
    .set({ mend: '' })
    .where(and(ne(imports.mend, ''), lt(imports.createdAt, old)))
}

/** Whether the task should stop: it has run for a while, or the process is ending. */
function enough({ signal }: TaskRun): () => boolean {
  const startedAt = performance.now()
  return () => signal.aborted || performance.now() - startedAt > enoughMs
}
