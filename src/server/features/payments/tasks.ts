import { defineTask } from '#server/queue/task.ts'
import { orchestratePayment } from './actions/orchestrate-payment.ts'
import { remindOfBills } from './actions/remind-of-bills.ts'
import { resumePayments, sweepPayments } from './actions/resume-payments.ts'
import { paymentTask } from './payment-task.ts'

defineTask(paymentTask, {
  concurrency: 4,
  async handler({ jobId }) {
    await orchestratePayment(jobId)
  },
})

/** Scheduled every minute. */
export const sweepPaymentsTask = defineTask('sweep-payments', {
  retryLimit: 0,
  expireInSeconds: 300,
  handler: sweepPayments,
})

/** Scheduled for every hour of the business day. */
export const remindOfBillsTask = defineTask('remind-of-bills', { handler: remindOfBills })

/** Enqueued once at every start. */
export const resumePaymentsTask = defineTask('resume-payments', {
  expireInSeconds: 300,
  handler: resumePayments,
})
