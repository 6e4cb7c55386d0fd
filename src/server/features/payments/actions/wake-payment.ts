import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { paymentTask } from '../payment-task.ts'

/** Lets the orchestrator look at a job once the current transaction has committed; should the task fail, the sweep does. */
export async function wakePayment(jobId: string): Promise<void> {
  await transaction(async () => {
    await db()
      .update(paymentAccounts)
      .set({ wakeAt: now() })
      .where(eq(paymentAccounts.jobId, jobId))
    // Without a singleton key: one that runs already may have read the account before this change.
    await enqueue(paymentTask, { jobId })
  })
}
