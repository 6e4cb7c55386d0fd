import { now } from '#server/base/clock.ts'
import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { readJob } from '#server/features/jobs/queries.ts'
import { announceAnswer } from './answers.ts'
import { loadPaymentAccount } from './load-payment-account.ts'
import { happeningOf, paymentEvents } from './payment-events.ts'
import type { ChangeAccount } from './orchestrator/orchestrate.ts'
import { saveChange } from './save-change.ts'

/** Changes a job's payment account in one transaction, or in the open one; nobody else does meanwhile. */
export const changePaymentAccount: ChangeAccount = (jobId, decide) =>
  transaction(async () => {
    const { account, stored } = await loadPaymentAccount(jobId)
    const change = decide(account)
    await saveChange(account, stored, change)
    if (account.operation?.leaseUntil && !change.account.operation?.leaseUntil)
      await announceAnswer(jobId)
    const events = paymentEvents({ before: account, was: stored.state }, change.account, now())
    const job = events.length > 0 ? await readJob(jobId) : undefined
    if (job) await happened(...events.map((event) => happeningOf(job, event)))
    return change
  })
