import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'

/** The customer's list as the call answers it. */
export const ownJobs = ['GET /api/jobs/customer', { query: { limit: 50 } }] as const

/**
 * A customer's visits, newest service date first, a page at a time. Pages come by themselves until everything that
 * lies ahead is there, and `named`, the visit that the address names; `loadAll` fetches the rest and answers whether
 * that worked.
 */
export function useOwnJobs(pollEvery: (jobs: Job[] | undefined) => number | false) {
  const list = usePaginatedQuery(...ownJobs, { pollEvery })
  const { items, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const [query] = useSearchParams()
  const id = query.get('visit')
  const named = items?.find((job) => job.id === id)
  const last = items?.at(-1)
  const lacksSome = (last && isActiveJob(last.status)) || (id !== null && !named)
  const fetchesMore = lacksSome && hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    if (fetchesMore) void fetchNextPage()
  }, [fetchesMore, fetchNextPage])

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
