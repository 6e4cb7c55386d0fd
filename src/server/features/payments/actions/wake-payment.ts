import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { paymentTask } from '../queued-tasks.ts'

/** Runs the orchestrator for a job after the current transaction commits; the sweep covers a failed task. */
export async function wakePayment(jobId: string): Promise<void> {
  await transaction(async () => {
    await db()
      .update(paymentAccounts)
      .set({ wakeAt: now() })
      .where(eq(paymentAccounts.jobId, jobId))
    // No singleton key: a running task may have read the account before this change.
    await enqueue(paymentTask, { jobId })
  })
}
