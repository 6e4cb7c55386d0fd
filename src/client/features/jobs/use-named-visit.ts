import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type { Job } from '#shared/contract/jobs.ts'
import type { useOwnJobs } from './use-own-jobs.ts'

/** The visit that the address names, `?visit=`, once it is there; older pages are fetched until it is. */
export function useNamedVisit(jobs: ReturnType<typeof useOwnJobs>): Job | undefined {
  const [query] = useSearchParams()
  const { items, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = jobs
  const id = query.get('visit')
  const named = items?.find((job) => job.id === id)
  const isFurtherBack =
    id !== null && !named && hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    if (isFurtherBack) void fetchNextPage()
  }, [isFurtherBack, fetchNextPage])
  return named
}
