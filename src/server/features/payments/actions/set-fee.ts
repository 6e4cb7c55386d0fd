import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'

/** Sets the cost of a cancelled visit, in cents, in the current transaction; the caller wakes the payment. */
export async function setFee(jobId: string, feeCents: number): Promise<void> {
  await db().update(paymentAccounts).set({ feeCents }).where(eq(paymentAccounts.jobId, jobId))
}
