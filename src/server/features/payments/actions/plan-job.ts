import { setTimeout as pause } from 'node:timers/promises'
import { now } from '#server/base/clock.ts'
import { changeFacts } from '../change-facts.ts'
import type { Urgency } from '../planner/claim.ts'
import type { Facts } from '../planner/facts.ts'
import { runPlanner } from '../planner/run.ts'
import { cardNetwork } from '../provider.ts'

/** Does whatever a job's payment asks for now. Calls the card network: never inside a transaction. */
export function planJob(jobId: string, urgency?: Urgency): Promise<Facts> {
  return runPlanner({ change: changeFacts, network: cardNetwork(), now }, jobId, urgency)
}

const longestWaitMs = 8_000
const pauseMs = 150

/** Plans for somebody who waits, and lets another request or process finish the call it is making. */
export async function planWhileWaiting(jobId: string): Promise<Facts> {
  for (let waited = 0; ; waited += pauseMs) {
    const facts = await planJob(jobId, 'person')
    if (!isBusy(facts) || waited >= longestWaitMs) return facts
    await pause(pauseMs)
  }
}

const isBusy = ({ op }: Facts) => Boolean(op?.leaseUntil && op.leaseUntil > now())
