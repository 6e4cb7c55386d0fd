import { lt } from 'drizzle-orm'
import { now } from './clock.ts'
import { db } from './database/database.ts'
import { idempotencyKeys } from './database/tables/messages.ts'
import { scheduleAccountTasks } from './features/accounts/tasks.ts'
import { forgetPositionsTask } from './features/chat/tasks.ts'
import { confirmTask, remindTask } from './features/jobs/tasks.ts'
import { resumePaymentsTask, sweepPaymentsTask } from './features/payments/tasks.ts'
import { sweepPhotosTask } from './features/photos/tasks.ts'
import { currentSettings } from './features/settings/queries.ts'
import { enqueue, schedule } from './queue/enqueue.ts'
import { defineTask } from './queue/task.ts'

const dayMs = 86_400_000
const keysKeptDays = 7

/** Forgets the first answers that nobody will ask for again. */
const forgetRepeats = defineTask('forget-repeats', {
  handler: async () => {
    const old = new Date(now().getTime() - keysKeptDays * dayMs)
    await db().delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, old))
  },
})

/** What runs by the clock, and once after every start. */
export async function scheduleTasks(): Promise<void> {
  const { timeZone } = currentSettings()
  await scheduleAccountTasks(timeZone)
  await schedule(forgetRepeats, '47 3 * * *', timeZone, {})
  await schedule(sweepPhotosTask, '13 4 * * *', timeZone, {})
  await schedule(remindTask, '0 17-20 * * *', timeZone, {})
  await schedule(confirmTask, '* * * * *', 'UTC', {})
  await schedule(forgetPositionsTask, '*/15 * * * *', 'UTC', {})
  await schedule(sweepPaymentsTask, '* * * * *', 'UTC', {})
  await enqueue(resumePaymentsTask, {})
}
