import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallError } from '#client/app/call.ts'
import { retryFailed } from '#client/app/queries.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

interface BookingPageProps {
  title: string
  lede?: string
  actions?: ReactNode
  /** What has to be loaded before anything can be asked. */
  parts: readonly UseQueryResult<unknown, CallError>[]
  children: ReactNode
}

/** The page around a booking, until everything is there that it asks about. */
export function BookingPage({ title, lede, actions, parts, children }: BookingPageProps) {
  const failed = parts.find((one) => one.isError && !one.data)
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={title}
        lede={lede}
        actions={actions}
        back={{ href: paths.home, label: t('Home') }}
      />
      {failed ? (
        <ErrorState
          title={t('The booking page could not be loaded')}
          text={failed.error?.message}
          onRetry={() => retryFailed(parts)}
          pending={failed.isFetching}
        />
      ) : parts.some((one) => !one.data) ? (
        <BookingSkeleton />
      ) : (
        children
      )}
    </div>
  )
}

const shapes = ['h-17', 'h-17', 'mt-10 h-21', 'mt-10 h-42']

/** Two questions that are folded up, and one that is open. */
export function BookingSkeleton() {
  return shapes.map((shape, at) => (
    <Skeleton key={at} className={`mb-2.5 w-full rounded-card! ${shape}`} />
  ))
}
