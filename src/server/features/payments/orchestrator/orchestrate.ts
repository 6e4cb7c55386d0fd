import type { CardNetwork } from '#server/adapters/cards/port.ts'
import { callNetwork } from './call-network.ts'
import { bill, claimOperation, type Urgency } from './claim-operation.ts'
import { type Change, type PaymentAccount, unchanged } from './payment-account.ts'
import { recordAnswer } from './record-answer.ts'

/** Loads and locks a job's account, lets `decide` change it and saves it, in one transaction. */
export type ChangeAccount = <C extends Change>(
  jobId: string,
  decide: (account: PaymentAccount) => C,
) => Promise<C>

type Orchestrator = {
  change: ChangeAccount
  /** Missing when no card provider is connected. */
  network: CardNetwork | undefined
  now: () => Date
}

/** Far above any legitimate case; the sweep continues from here. */
const mostSteps = 25

/**
 * Takes every step a job's account needs, until nothing is left to do now: commits the intent, calls the network outside any
 * transaction, commits the outcome. Without a network it only bills. Returns the resulting account.
 */
export async function orchestrate(
  orchestrator: Orchestrator,
  jobId: string,
  urgency: Urgency = 'routine',
): Promise<PaymentAccount> {
  const { change, network, now } = orchestrator
  if (!network) return (await change(jobId, bill)).account
  let pressing = urgency
  for (let step = 1; step <= mostSteps; step++) {
    const claim = await change(jobId, (account) => claimOperation(account, now(), pressing))
    const { operation } = claim
    if (!operation) return claim.account
    const answer = await callNetwork(network, claim.account, operation)
    await change(jobId, (account) => recordAnswer(account, operation, answer, now()))
    // Only the first claim may skip a pause, or an unreachable network would be called in a tight loop.
    pressing = 'routine'
  }
  return (await change(jobId, unchanged)).account
}
