import { defineTask } from '#server/queue/task.ts'
import { deleteCardAtNetwork } from './actions/delete-card-at-network.ts'
import { deleteRemovedCards } from './actions/delete-removed-cards.ts'
import { makeAddition } from './actions/make-addition.ts'
import { orchestratePayment } from './actions/orchestrate-payment.ts'
import { remindOfBills } from './actions/remind-of-bills.ts'
import { remindOfInvoices } from './actions/remind-of-invoices.ts'
import { resumePayments, sweepPayments } from './actions/resume-payments.ts'
import { cardAdditionTask } from './card-addition-task.ts'
import { deleteCardTask } from './delete-card-task.ts'
import { paymentTask } from './payment-task.ts'

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

/** For more than a week, an hour apart at most: whoever was erased is erased there too. */
defineTask(deleteCardTask, { retryLimit: 200, retryDelay: 60, handler: deleteCardAtNetwork })

/** Scheduled every minute. */
export const sweepPaymentsTask = defineTask('sweep-payments', {
  retryLimit: 0,
  expireInSeconds: 300,
  handler: sweepPayments,
})

/** Scheduled for every hour. */
export const forgetRemovedCardsTask = defineTask('forget-removed-cards', {
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
