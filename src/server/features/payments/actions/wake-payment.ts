import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { planPayment } from '../plan-payment.ts'

/** Lets the planner look at a job once the current transaction has committed; should the task fail, the sweep does. */
export async function wakePayment(jobId: string): Promise<void> {
  await transaction(async () => {
    await db()
      .update(paymentAccounts)
      .set({ wakeAt: now() })
      .where(eq(paymentAccounts.jobId, jobId))
    // Without a singleton key: one that runs already may have read the facts before this change.
    await enqueue(planPayment, { jobId })
  })
}
