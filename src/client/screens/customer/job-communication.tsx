import { Suspense } from 'react'
import { useLocation, useParams } from 'wouter'
import { useBusiness } from '#client/app/session.ts'
import { paths } from '#shared/rules/paths.ts'
import { CommunicationPanel } from '#client/features/conversation/communication-panel.tsx'
import { EnRouteBanner } from '#client/features/conversation/en-route-banner.tsx'
import { pollJob } from '#client/features/conversation/use-conversation.ts'
import { ExtraDecisions } from '#client/features/jobs/extra-requests.tsx'
import { PriceReasons, VisitPrice } from '#client/app/visit-price.tsx'
import { JobStatusBadge } from '#client/app/status-badges.tsx'
import { VisitTime } from '#client/app/visit-time.tsx'
import { OwnTechnician } from '#client/features/jobs/coming-technician.tsx'
import { LoadedJob } from '#client/features/jobs/loaded-job.tsx'
import { useVisitOffline } from '#client/features/jobs/use-own-jobs.ts'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { describeMoney } from '#shared/rules/cost-words.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const Agreements = lazyComponent(() => import('#client/features/approvals/agreements.tsx'))

export default function JobCommunication() {
  const { jobId } = useParams<{ jobId: string }>()
  return (
    <LoadedJob
      key={jobId}
      id={jobId}
      pollEvery={pollJob}
      heading={t('Communication')}
      loading={
        <div className="mx-auto max-w-column space-y-4">
          <Skeleton className="h-20 w-80 max-w-full" />
          <Skeleton className="h-44 w-full rounded-card!" />
          <Skeleton className="h-80 w-full rounded-card!" />
        </div>
      }
      missing={{ title: t('Job not found.'), action: <GoBack /> }}
      wayOut={<LinkButton href={paths.orders}>{t('Your Orders')}</LinkButton>}
    >
      {(job) => <Conversation job={job} />}
    </LoadedJob>
  )
}

function Conversation({ job }: { job: Job }) {
  const business = useBusiness()
  useVisitOffline([job])
  return (
    <Page
      title={t('Visit {number}', { number: job.number })}
      back={{ href: paths.orders, label: t('Your Orders') }}
      lede={<JobStatusBadge status={job.status} />}
    >
      <div className="space-y-4">
        <ExtraDecisions job={job} withPast />
        {job.communicationActive && <EnRouteBanner job={job} />}
        {job.technician && isActiveJob(job.status) && (
          <Card>
            <OwnTechnician job={job} />
          </Card>
        )}
        <Card>
          <Facts
            items={[
              { label: t('Car'), value: vehicleName(job.vehicle) },
              {
                label: t('When'),
                value: <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />,
              },
              { label: t('Where'), value: job.serviceAddress },
              {
                label: t('Amount'),
                value: (
                  <>
                    <VisitPrice cost={job.cost} />
                    <PriceReasons cost={job.cost} />
                    <span className="block text-sm text-soft">
                      {describeMoney(job, business, formatAmount, formatDay)}
                    </span>
                  </>
                ),
              },
            ]}
          />
        </Card>
        <Suspense>
          <Agreements jobId={job.id} />
        </Suspense>
        <CommunicationPanel job={job} role="customer" />
      </div>
    </Page>
  )
}

function GoBack() {
  const [, go] = useLocation()
  const goBack = () => (history.length > 1 ? history.back() : go(paths.orders))
  return (
    <Button variant="primary" size="large" onClick={goBack}>
      {t('Go Back')}
    </Button>
  )
}
