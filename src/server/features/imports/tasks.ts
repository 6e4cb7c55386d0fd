import { z } from 'zod'
import { inLanguage } from '#server/base/language.ts'
import { defineTask } from '#server/queue/task.ts'
import { removeMade } from './actions/remove-made.ts'
import { failImport, runImport } from './actions/run-import.ts'

const tries = 3

/** `language` of whoever brought the file, in which its problems are said. */
export const runImportTask = defineTask('run-import', {
  schema: z.object({ importId: z.string(), language: z.string() }),
  expireInSeconds: 3600,
  retryLimit: tries,
  handler: async ({ importId, language }, { retry }) => {
    try {
      await inLanguage(language, () => runImport(importId))
    } catch (error) {
      if (retry === tries) await failImport(importId)
      throw error
    }
  },
})

export const undoImportTask = defineTask('undo-import', {
  schema: z.object({ importId: z.string() }),
  expireInSeconds: 3600,
  handler: ({ importId }) => removeMade(importId),
})
