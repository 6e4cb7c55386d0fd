import type { CardNetwork } from '#server/adapters/cards/port.ts'
import { callNetwork } from './call-network.ts'
import { claimNext, type Urgency } from './claim.ts'
import { type Change, type Facts, unchanged } from './facts.ts'
import { recordAnswer } from './record.ts'

/** Loads a job's facts alone, lets `decide` change them and saves, all in one transaction. */
export type ChangeFacts = <C extends Change>(
  jobId: string,
  decide: (facts: Facts) => C,
) => Promise<C>

export type Planner = {
  change: ChangeFacts
  network: CardNetwork
  now: () => Date
}

/** A bound that no honest case comes near; the sweep goes on where this stops. */
const mostSteps = 25

/**
 * Does for one job whatever its facts ask for, until nothing is left to do now: intent is committed, the
 * network called outside any transaction, the outcome committed. Returns the facts it ended with.
 */
export async function runPlanner(
  planner: Planner,
  jobId: string,
  urgency: Urgency = 'routine',
): Promise<Facts> {
  const { change, network, now } = planner
  let pressing = urgency
  for (let step = 1; step <= mostSteps; step++) {
    const claim = await change(jobId, (facts) => claimNext(facts, now(), pressing))
    const { op } = claim
    if (!op) return claim.facts
    const answer = await callNetwork(network, claim.facts, op)
    await change(jobId, (facts) => recordAnswer(facts, op, answer, now()))
    // Only the first claim may jump a pause, or an unreachable network would be called in a tight loop.
    pressing = 'routine'
  }
  return (await change(jobId, unchanged)).facts
}
