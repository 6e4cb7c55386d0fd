import { defineTask } from '#server/queue/task.ts'
import { deleteCardAtNetwork, deleteRemovedCards } from './actions/delete-removed-cards.ts'
import { findDisputes } from './actions/find-disputes.ts'
import { makeAddition } from './actions/make-addition.ts'
import { orchestratePayment } from './actions/orchestrate-payment.ts'
import { remindOfBills, remindOfInvoices } from './actions/remind-of-payment.ts'
import { resumePayments, sweepPayments } from './actions/resume-payments.ts'
import { cardAdditionTask, paymentTask, deleteCardTask } from './queued-tasks.ts'

defineTask(paymentTask, {
  concurrency: 4,
  async handler({ jobId }) {
    await orchestratePayment(jobId)
  },
})

const additionTries = 8
defineTask(cardAdditionTask, {
  retryLimit: additionTries,
  retryDelay: 60,
  async handler({ additionId }, { retry }) {
    const { status } = await makeAddition(additionId, { isLast: retry === additionTries })
    if (status === 'open') throw new Error('The card network did not say what came of a card.')
  },
})

// Retried for more than a week, at most an hour apart, so that erased customers are erased at the network too.
const deletion = { retryLimit: 200, retryDelay: 60, handler: deleteCardAtNetwork }
defineTask(deleteCardTask, deletion)
// Tasks that version 0.1 queued under its own name.
defineTask({ ...deleteCardTask, name: 'forget-card' }, deletion)

/** Scheduled every minute. */
export const sweepPaymentsTask = defineTask('sweep-payments', {
  retryLimit: 0,
  expireInSeconds: 300,
  handler: sweepPayments,
})

/** Scheduled for every night, and enqueued once at every start. */
export const findDisputesTask = defineTask('find-disputes', {
  retryLimit: 8,
  retryDelay: 600,
  expireInSeconds: 300,
  handler: findDisputes,
})

/** Scheduled for every hour. */
export const deleteRemovedCardsTask = defineTask('delete-removed-cards', {
  expireInSeconds: 300,
  handler: deleteRemovedCards,
})

/** Scheduled for every hour of the business day. */
export const remindOfBillsTask = defineTask('remind-of-bills', { handler: remindOfBills })

/** Scheduled for every hour of the business day. */
export const remindOfInvoicesTask = defineTask('remind-of-invoices', { handler: remindOfInvoices })

/** Enqueued once at every start. */
export const resumePaymentsTask = defineTask('resume-payments', {
  expireInSeconds: 300,
  handler: resumePayments,
})
