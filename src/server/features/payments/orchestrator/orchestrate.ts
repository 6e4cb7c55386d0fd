import type { CardNetwork } from '#server/adapters/cards/port.ts'
import { callNetwork } from './call-network.ts'
import { bill, claimOperation, type Urgency } from './claim-operation.ts'
import { type Change, type PaymentAccount, unchanged } from './payment-account.ts'
import { recordAnswer } from './record-answer.ts'

/** Loads a job's account alone, lets `decide` change them and saves, all in one transaction. */
export type ChangeAccount = <C extends Change>(
  jobId: string,
  decide: (account: PaymentAccount) => C,
) => Promise<C>

export type Orchestrator = {
  change: ChangeAccount
  /** Missing where no provider of card payments is connected. */
  network: CardNetwork | undefined
  now: () => Date
}

/** A bound that no honest case comes near; the sweep goes on where this stops. */
const mostSteps = 25

/**
 * Does for one job whatever its account asks for, until nothing is left to do now: intent is committed, the
 * network called outside any transaction, the outcome committed. Without a network only what is due is billed.
 * Returns the account it ended with.
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
    // Only the first claim may jump a pause, or an unreachable network would be called in a tight loop.
    pressing = 'routine'
  }
  return (await change(jobId, unchanged)).account
}
