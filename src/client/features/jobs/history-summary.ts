import type { Job } from '#shared/contract/jobs.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'

type Counted = Pick<Job, 'status' | 'paidAmount' | 'vehicleId'>

/** The figures above the history; spent are the cents paid for completed visits, refunds taken off. */
export function summarizeHistory(jobs: readonly Counted[]) {
  const completed = jobs.filter(({ status }) => status === 'completed')
  return {
    services: jobs.length,
    completed: completed.length,
    spentCents: completed.reduce((sum, job) => sum + (centsFromDecimal(job.paidAmount) ?? 0), 0),
    vehicles: new Set(jobs.map(({ vehicleId }) => vehicleId)).size,
  }
}
