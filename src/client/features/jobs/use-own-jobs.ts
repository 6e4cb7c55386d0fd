import { useEffect } from 'react'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'

const pageSize = 50

/**
 * A customer's visits, newest service date first, a page at a time. Pages come by themselves until everything that
 * lies ahead is there; `loadAll` fetches the rest and answers whether that worked.
 */
export function useOwnJobs(pollEvery: (jobs: Job[] | undefined) => number | false) {
  const list = usePaginatedQuery(
    'GET /api/jobs/customer',
    { query: { limit: pageSize } },
    { pollEvery },
  )
  const { items, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const last = items?.at(-1)
  const moreAhead =
    hasNextPage && last && isActiveJob(last.status) && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    if (moreAhead) void fetchNextPage()
  }, [moreAhead, fetchNextPage])

  const loadAll = async (): Promise<boolean> => {
    let more = hasNextPage
    while (more) {
      const page = await fetchNextPage()
      if (page.isFetchNextPageError) return false
      more = page.hasNextPage
    }
    return true
  }
  return { ...list, loadAll }
}
