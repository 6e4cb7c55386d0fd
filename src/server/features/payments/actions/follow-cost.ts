import { changePaymentAccount } from './change-payment-account.ts'
import { unchanged } from '../orchestrator/payment-account.ts'

/** Makes the state of a visit's payment follow its changed cost, in the current transaction; no card is called. */
export async function followCost(jobId: string): Promise<void> {
  await changePaymentAccount(jobId, unchanged)
}
