import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { orchestrateWhileWaiting } from './orchestrate-payment.ts'

/**
 * Reads all payments of a visit from the card network and books the changes; false when the network did not answer. Calls
 * the card network: never inside a transaction.
 */
export async function refreshFromNetwork(jobId: string): Promise<boolean> {
  await db().update(paymentAccounts).set({ syncAt: now() }).where(eq(paymentAccounts.jobId, jobId))
  const { operation, syncAt } = await orchestrateWhileWaiting(jobId)
  return operation === null && (syncAt === null || syncAt > now())
}
