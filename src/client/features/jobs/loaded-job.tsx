import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { justNowMs, useCall } from '#client/app/queries.ts'
import { EmptyState, ErrorState } from '#client/ui/empty-state.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { t, translate } from '#shared/texts/t.ts'

interface LoadedJobProps {
  id: string
  /** How often to load it again, in ms. */
  pollEvery?: (job: Job | undefined) => number | false
  /** The page's heading while there is no job to name. */
  heading: string
  loading: ReactNode
  missing: { title: string; text?: string; action: ReactNode }
  /** What stands in place of `missing`, which it may fall back on. */
  instead?: (missing: ReactNode) => ReactNode
  /** Beside trying again: the way out. */
  wayOut: ReactNode
  children: (job: Job) => ReactNode
}

/** The frame of a page about one job: loading, failed, missing, there. */
export function LoadedJob(props: LoadedJobProps) {
  const { id, pollEvery, heading, loading, instead, wayOut, children } = props
  const job = useCall(
    'GET /api/jobs/{id}',
    { params: { id } },
    { staleTime: justNowMs, refetchInterval: ({ state }) => pollEvery?.(state.data) ?? false },
  )
  // An id that is no id is answered with 400; to the person it is the same missing job.
  const isMissing = job.error && [400, 404].includes(job.error.status)
  if (job.data && !isMissing) return children(job.data)
  if (!job.error) return loading
  const missing = <EmptyState icon={<SearchX />} {...props.missing} />
  return (
    <>
      <h1 className="sr-only">{heading}</h1>
      {isMissing ? (
        (instead?.(missing) ?? missing)
      ) : (
        <ErrorState
          title={t('The job could not be loaded')}
          text={translate(job.error.message)}
          onRetry={() => void job.refetch()}
          pending={job.isFetching}
          action={wayOut}
        />
      )}
    </>
  )
}
