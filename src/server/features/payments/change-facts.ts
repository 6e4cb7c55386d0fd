import { transaction } from '#server/database/database.ts'
import { loadFacts } from './load-facts.ts'
import type { ChangeFacts } from './planner/run.ts'
import { saveChange } from './save-change.ts'
import { tellCustomer } from './tell-customer.ts'

/** Changes the facts of a job's payment in one transaction, or in the open one; nobody else does meanwhile. */
export const changeFacts: ChangeFacts = (jobId, decide) =>
  transaction(async () => {
    const { facts, stored } = await loadFacts(jobId)
    const change = decide(facts)
    await saveChange(facts, stored, change)
    await tellCustomer(facts, change.facts)
    return change
  })
