import { defineTask } from '#server/queue/task.ts'
import { planJob } from './actions/plan-job.ts'
import { resumePayments, sweepPayments } from './actions/resume-payments.ts'
import { planPayment } from './plan-payment.ts'
import { takesCards } from './provider.ts'

defineTask(planPayment, {
  concurrency: 4,
  async handler({ jobId }) {
    if (takesCards()) await planJob(jobId)
  },
})

/** Scheduled every minute. */
export const sweepPaymentsTask = defineTask('sweep-payments', {
  retryLimit: 0,
  expireInSeconds: 300,
  handler: sweepPayments,
})

/** Enqueued once at every start. */
export const resumePaymentsTask = defineTask('resume-payments', {
  expireInSeconds: 300,
  handler: resumePayments,
})
