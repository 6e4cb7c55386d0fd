import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { callQuery, queryClient } from '#client/app/queries.ts'
import { saveForOffline } from '#client/app/save-for-offline.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { paginatedQuery, usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'

const ownJobs = ['GET /api/jobs/customer', { query: { limit: 50 } }] as const

/**
 * A customer's visits, newest service date first, in pages. Loads pages until all upcoming visits and the `named` one are
 * there; `loadAll` fetches the rest and returns whether it succeeded.
 */
export function useOwnJobs(pollEvery: (jobs: Job[] | undefined) => number | false) {
  const list = usePaginatedQuery(...ownJobs, { pollEvery })
  const { items, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const [query] = useSearchParams()
  const id = query.get('visit')
  const named = items?.find((job) => job.id === id)
  const last = items?.at(-1)
  const lacksSome = (last && isActiveJob(last.status)) || (id !== null && !named)
  const fetchesMore = lacksSome && hasNextPage && !isFetching && !isFetchNextPageError

  const { dataUpdatedAt } = list
  useEffect(() => {
    if (fetchesMore) void fetchNextPage()
    // Again after each answer: a refetch ends the loading of a next page, perhaps before that was rendered.
  }, [fetchesMore, fetchNextPage, dataUpdatedAt])

  const loadAll = async (): Promise<boolean> => {
    let more = hasNextPage
    while (more) {
      const page = await fetchNextPage()
      if (page.isFetchNextPageError) return false
      more = page.hasNextPage
    }
    return true
  }
  return { ...list, named, loadAll }
}

const freshMs = 300_000
const daysAhead = 4
const mostVisits = 3

/** Caches a customer's pages and upcoming visits for places without signal. */
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
