import { refreshDrives } from '#server/reads/fetch-drives.ts'
import { purgeDrives } from '#server/reads/stored-drives.ts'
import { defineTask } from '#server/queue/task.ts'
import { learnDrives } from './actions/learn-drives.ts'

/**
 * Learns from completed drives, deletes old ones and fetches those needed in the coming days. Runs daily and after a start.
 */
export const tidyDrivesTask = defineTask('tidy-drives', {
  expireInSeconds: 3600,
  handler: async (_data, { signal }) => {
    await learnDrives()
    await purgeDrives(signal)
    await refreshDrives(signal)
  },
})
