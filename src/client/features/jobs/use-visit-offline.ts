import { useEffect } from 'react'
import { saveForOffline } from '#client/app/save-for-offline.ts'
import { callQuery, queryClient } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { paginatedQuery } from '#client/app/use-paginated-query.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { ownJobs } from './use-own-jobs.ts'

const freshMs = 300_000
const daysAhead = 4
const mostVisits = 3

/** Takes along a customer's pages, with the visits of the coming days, for a garage without a signal. */
export function useVisitOffline(jobs: readonly Job[] | undefined): void {
  const { today } = useBusiness()
  const { id } = usePerson()
  const last = addDays(today, daysAhead)
  const soon = (jobs ?? []).filter(
    (job) => isActiveJob(job.status) && job.scheduledDate >= today && job.scheduledDate <= last,
  )
  const ids = soon
    .slice(-mostVisits)
    .map((job) => job.id)
    .join()
  const isLoaded = jobs !== undefined
  useEffect(() => {
    if (!isLoaded) return
    saveForOffline(id, 'keep the pages of a visit')
  }, [id, isLoaded])
  useEffect(() => {
    if (ids === '') return
    const options = { staleTime: freshMs }
    void queryClient.prefetchInfiniteQuery({ ...paginatedQuery(...ownJobs), ...options })
    for (const jobId of ids.split(','))
      for (const route of ['GET /api/jobs/{id}', 'GET /api/jobs/{id}/communications'] as const)
        void queryClient.prefetchQuery({
          ...callQuery(route, { params: { id: jobId } }),
          ...options,
        })
  }, [ids])
}
