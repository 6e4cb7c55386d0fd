import { now } from '#server/base/clock.ts'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { readJob } from '#server/features/jobs/queries.ts'
import { loadFacts } from './load-facts.ts'
import { happeningOf, paymentEvents } from './payment-events.ts'
import type { ChangeFacts } from './planner/run.ts'
import { saveChange } from './save-change.ts'

/** Changes the facts of a job's payment in one transaction, or in the open one; nobody else does meanwhile. */
export const changeFacts: ChangeFacts = (jobId, decide) =>
  transaction(async () => {
    const { facts, stored } = await loadFacts(jobId)
    const change = decide(facts)
    await saveChange(facts, stored, change)
    const events = paymentEvents({ before: facts, was: stored.state }, change.facts, now())
    const job = events.length > 0 ? await readJob(jobId) : undefined
    if (job) await happened(...events.map((event) => happeningOf(job, event)))
    return change
  })
