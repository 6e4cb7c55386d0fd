import { changePaymentAccount } from './change-payment-account.ts'
import { unchanged } from '../orchestrator/payment-account.ts'

/** Updates a visit's payment state after its cost changed, in the current transaction. Calls no card network. */
export async function followCost(jobId: string): Promise<void> {
  await changePaymentAccount(jobId, unchanged)
}
