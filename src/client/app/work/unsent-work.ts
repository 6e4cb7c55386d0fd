import type { CallError } from '#client/app/call.ts'
import { queryClient, useCall } from '#client/app/queries.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { jobQuery } from './job-cache.ts'
import { stillWaiting, type WorkEntry } from './waiting-changes.ts'
import { useWaiting } from './work-outbox.ts'

/** What of this device is still on its way to the server; what can never go in has a notice of its own. */
export function useUnsentWork(): readonly WorkEntry[] {
  const { entries } = useWaiting()
  // Loaded by the screens; here only read.
  const { data } = useCall('GET /api/jobs/technician', undefined, { enabled: false })
  return stillWaiting(entries, (jobId) => isOver(jobId, data))
}

function isOver(jobId: string, listed: readonly Job[] | undefined): boolean {
  const { data, error } = queryClient.getQueryState<Job, CallError>(jobQuery(jobId).queryKey) ?? {}
  if (error?.status === 404) return true
  const job = listed?.find(({ id }) => id === jobId)
  if (listed && !job) return true
  return [data, job].some((one) => one && !isActiveJob(one.status))
}
