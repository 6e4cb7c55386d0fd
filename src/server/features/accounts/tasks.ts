import { schedule } from '#server/queue/enqueue.ts'
import { defineTask } from '#server/queue/task.ts'
import { tidyAccounts } from './actions/tidy-accounts.ts'

const tidyAccountsTask = defineTask('tidy-accounts', {
  expireInSeconds: 3600,
  handler: async (_data, { signal }) => tidyAccounts(signal),
})

/** Schedules the nightly cleanup of ended sessions and old codes, in `timeZone`. */
export const scheduleAccountTasks = (timeZone: string) =>
  schedule(tidyAccountsTask, '17 3 * * *', timeZone, {})
