import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface PaymentPageProps {
  title: string
  /** Title for links without a job. */
  wrongLink: string
  children: (job: Job, due: PaymentDue) => ReactNode
}

export function PaymentPage({ title, wrongLink, children }: PaymentPageProps) {
  const { jobId } = useParams<{ jobId: string }>()
  const isJob = uuid.test(jobId)
  const job = useCall('GET /api/jobs/{id}', { params: { id: jobId } }, { enabled: isJob })
  const options = { enabled: isJob, staleTime: 0 }
  const due = useCall('GET /api/payments/due/{jobId}', { params: { jobId } }, options)
  const problem = (name: string, text: string) => (
    <EmptyState
      page
      icon={<TriangleAlert />}
      title={name}
      text={text}
      action={
        <LinkButton variant="primary" href={paths.dashboard}>
          {t('Back to Dashboard')}
        </LinkButton>
      }
    />
  )
  if (!isJob) return problem(wrongLink, t('Please open the link from your booking again.'))
  const missing = problem(
    t('Job Not Found'),
    t('This booking does not exist or belongs to another account.'),
  )
  const page = (content: ReactNode) => (
    <Page title={title} back={{ href: paths.orders, label: t('Your Orders') }}>
      {content}
    </Page>
  )
  return (
    <Loaded
      page
      parts={[job, due]}
      loading={page(
        <div className="space-y-4">
          <Skeleton className="h-64 w-full rounded-card!" />
          <Skeleton className="h-72 w-full rounded-card!" />
        </div>,
      )}
      failed={t('The payment page could not be loaded')}
      missing={missing}
    >
      {(visit, money) => page(children(visit, money))}
    </Loaded>
  )
}
