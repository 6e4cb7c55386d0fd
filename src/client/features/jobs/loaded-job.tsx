import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { justNowMs, useCall } from '#client/app/queries.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmptyState, ErrorState } from '#client/ui/empty-state.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { t, translate } from '#shared/texts/t.ts'

interface LoadedJobProps {
  id: string
  /** Polling interval in ms. */
  pollEvery?: (job: Job | undefined) => number | false
  /** Heading before the job is loaded. */
  heading: string
  loading: ReactNode
  missing: { title: string; text?: string; action: ReactNode }
  /** Replaces `missing`, which it may render. */
  instead?: (missing: ReactNode) => ReactNode
  /** Link away, shown beside Retry. */
  wayOut: ReactNode
  children: (job: Job) => ReactNode
}

export function LoadedJob(props: LoadedJobProps) {
  const { id, pollEvery, heading, loading, instead, wayOut, children } = props
  const job = useCall(
    'GET /api/jobs/{id}',
    { params: { id } },
    { staleTime: justNowMs, refetchInterval: ({ state }) => pollEvery?.(state.data) ?? false },
  )
  // Malformed ids are answered with 400; show them as missing too.
  const isMissing = job.error && [400, 404].includes(job.error.status)
  if (job.data && !isMissing) return children(job.data)
  if (!job.error) return loading
  const missing = <EmptyState icon={<SearchX />} {...props.missing} />
  return (
    <>
      <PageTitle>{heading}</PageTitle>
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
