import { defineTask } from '#server/queue/task.ts'
import { backUpNightly } from './nightly-backup.ts'

/** The folder of backups, set at server start. */
let dataDir: string | undefined
export const setBackupFolder = (folder: string): void => {
  dataDir = folder
}

export const backUpTask = defineTask('back-up', {
  expireInSeconds: 3 * 3600,
  retryLimit: 2,
  retryDelay: 600,
  handler: async (_data, { signal }) => {
    if (dataDir !== undefined) await backUpNightly(dataDir, signal)
  },
})
