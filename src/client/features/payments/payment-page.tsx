import type { ReactNode } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { t } from '#shared/texts/t.ts'
import { LinkProblem } from './link-problem.tsx'
import { usePaymentPage } from './use-payment-page.ts'

type Props = {
  title: string
  /** The title when the link names no job at all. */
  wrongLink: string
  children: (job: Job, due: PaymentDue) => ReactNode
}

/** A page about paying for the job of its link; says what is wrong when there is none. */
export function PaymentPage({ title, wrongLink, children }: Props) {
  const page = usePaymentPage()
  if (!page.valid)
    return (
      <LinkProblem title={wrongLink} text={t('Please open the link from your booking again.')} />
    )
  if (page.missing)
    return (
      <LinkProblem
        title={t('Job Not Found')}
        text={t('This booking does not exist or belongs to another account.')}
      />
    )
  if (page.failed)
    return (
      <ErrorState
        page
        title={t('The payment page could not be loaded')}
        text={page.failed.error?.message}
        onRetry={page.retry}
        pending={page.failed.isFetching}
      />
    )
  return (
    <div className="mx-auto max-w-column">
      <PageHeader title={title} back={{ href: paths.orders, label: t('Your Orders') }} />
      {page.job && page.due ? (
        children(page.job, page.due)
      ) : (
        <div className="space-y-4">
          <Skeleton className="h-64 w-full rounded-card!" />
          <Skeleton className="h-72 w-full rounded-card!" />
        </div>
      )}
    </div>
  )
}
