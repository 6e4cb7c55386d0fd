import { useEffect } from 'react'
import { saveForOffline } from '#client/app/save-for-offline.ts'
import { callQuery, queryClient } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { whenIdle } from '#client/app/when-idle.ts'
import { jobQuery, showListed } from '#client/app/work/job-cache.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { visitsToPreload } from './day-plan.ts'

const freshMs = 300_000

const parts = [
  'GET /api/jobs/{id}/extras',
  'GET /api/jobs/{id}/communications',
  'GET /api/jobs/{id}/photos',
  'GET /api/jobs/{id}/recommendations',
] as const

/** Caches the data of the listed visits for places without signal; null if the user isn't a technician. */
export function usePreloadVisits(jobs: readonly Job[] | undefined | null): void {
  const { today, uses } = useBusiness()
  const { id, role } = usePerson()
  // The page may still be shown after another user signed in.
  const works = jobs !== null && role === 'technician'
  useEffect(() => {
    if (!works) return
    saveForOffline(id, 'keep the app')
    void queryClient.prefetchQuery({ ...callQuery('GET /api/addon-services'), staleTime: freshMs })
  }, [id, works])
  useEffect(() => {
    if (!jobs) return
    showListed(jobs)
    let left = false
    const soon = visitsToPreload(jobs, today)
    // Let the screen load first.
    const takeAll = async () => {
      for (const { id: jobId } of soon) {
        if (left) return
        await Promise.all([
          takeVisit(jobId),
          ...parts.map((route) => take(route, jobId)),
          ...(uses.inspections ? [take('GET /api/jobs/{id}/inspection', jobId)] : []),
        ])
      }
    }
    const cancel = whenIdle(() => void takeAll())
    return () => {
      left = true
      cancel()
    }
  }, [jobs, today, uses.inspections])
}

const take = (route: (typeof parts)[number] | 'GET /api/jobs/{id}/inspection', id: string) =>
  queryClient.prefetchQuery({ ...callQuery(route, { params: { id } }), staleTime: freshMs })

const taken = new Set<string>()

/** Once per page: the cached list has everything except the last odometer reading. */
async function takeVisit(id: string): Promise<void> {
  if (taken.has(id)) return
  const visit = await queryClient
    .fetchQuery({ ...jobQuery(id), staleTime: 0 })
    .catch(() => undefined)
  if (visit) taken.add(id)
}
