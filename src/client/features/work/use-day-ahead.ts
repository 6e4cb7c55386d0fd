import { useEffect } from 'react'
import { keepPages } from '#client/app/keep-pages.ts'
import { saveReads } from '#client/app/offline-cache.ts'
import { callQuery, queryClient } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { jobQuery } from '#client/app/work/job-cache.ts'

const freshMs = 300_000
/** Today, tomorrow, and a weekend without service between them. */
const daysAhead = 4

/** Takes along what the visits of the coming days need, for a car park without a signal; null: nobody works here. */
export function useDayAhead(jobs: readonly Job[] | undefined | null): void {
  const { today } = useBusiness()
  const { id } = usePerson()
  const works = jobs !== null
  useEffect(() => {
    if (!works) return
    saveReads(id)
    keepPages('keep the app')
    void queryClient.prefetchQuery({ ...callQuery('GET /api/addon-services'), staleTime: freshMs })
  }, [id, works])
  useEffect(() => {
    const last = addDays(today, daysAhead)
    const soon = jobs?.filter((job) => isActiveJob(job.status) && job.scheduledDate <= last)
    for (const job of soon ?? []) {
      const { queryKey } = jobQuery(job.id)
      if (!queryClient.getQueryData(queryKey)) queryClient.setQueryData(queryKey, job)
      const params = { id: job.id }
      for (const route of [
        'GET /api/jobs/{id}/extras',
        'GET /api/jobs/{id}/communications',
        'GET /api/jobs/{id}/photos',
      ] as const)
        void queryClient.prefetchQuery({ ...callQuery(route, { params }), staleTime: freshMs })
    }
  }, [jobs, today])
}
