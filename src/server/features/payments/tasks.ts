import { z } from 'zod'
import { defineTask } from '#server/queue/task.ts'
import { planJob } from './actions/plan-job.ts'
import { resumePayments, sweepPayments } from './actions/resume-payments.ts'
import { takesCards } from './provider.ts'

export const planPayment = defineTask('plan-payment', {
  schema: z.object({ jobId: z.uuid() }),
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
