import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { expectAnswer } from '../wait-for-answers.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import type { Urgency } from '../orchestrator/claim-operation.ts'
import type { PaymentAccount } from '../orchestrator/payment-account.ts'
import { orchestrate } from '../orchestrator/orchestrate.ts'

/**
 * Takes every step a job's payment needs now; without a card network it is only billed. Calls the card network: never inside
 * a transaction.
 */
export function orchestratePayment(jobId: string, urgency?: Urgency): Promise<PaymentAccount> {
  return orchestrate(
    { change: changePaymentAccount, network: services().cards, now },
    jobId,
    urgency,
  )
}

const longestWaitMs = 8_000

/** Orchestrates for a waiting user; while another request or process makes a call, that call's answer resumes this one. */
export async function orchestrateWhileWaiting(jobId: string): Promise<PaymentAccount> {
  const until = performance.now() + longestWaitMs
  for (;;) {
    const answer = expectAnswer(jobId)
    try {
      const account = await orchestratePayment(jobId, 'person')
      if (!isBusy(account) || !(await answer.within(until - performance.now()))) return account
    } finally {
      answer.stop()
    }
  }
}

const isBusy = ({ operation }: PaymentAccount) =>
  Boolean(operation?.leaseUntil && operation.leaseUntil > now())
