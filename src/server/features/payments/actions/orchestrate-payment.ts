import { setTimeout as pause } from 'node:timers/promises'
import { now } from '#server/base/clock.ts'
import { changePaymentAccount } from '../change-payment-account.ts'
import type { Urgency } from '../orchestrator/claim-operation.ts'
import type { PaymentAccount } from '../orchestrator/payment-account.ts'
import { orchestrate } from '../orchestrator/orchestrate.ts'
import { cardNetwork } from '../card-network.ts'

/** Does whatever a job's payment asks for now. Calls the card network: never inside a transaction. */
export function orchestratePayment(jobId: string, urgency?: Urgency): Promise<PaymentAccount> {
  return orchestrate({ change: changePaymentAccount, network: cardNetwork(), now }, jobId, urgency)
}

const longestWaitMs = 8_000
const pauseMs = 150

/** Orchestrates for somebody who waits, and lets another request or process finish the call it is making. */
export async function orchestrateWhileWaiting(jobId: string): Promise<PaymentAccount> {
  for (let waited = 0; ; waited += pauseMs) {
    const account = await orchestratePayment(jobId, 'person')
    if (!isBusy(account) || waited >= longestWaitMs) return account
    await pause(pauseMs)
  }
}

const isBusy = ({ operation }: PaymentAccount) =>
  Boolean(operation?.leaseUntil && operation.leaseUntil > now())
