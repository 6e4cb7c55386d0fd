import { CalendarDays } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '#client/app/paths.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { CustomerTalks } from '#client/features/chat/customer-talks.tsx'
import { pollJobs } from '#client/features/chat/use-talk.ts'
import { CancelJobDialog } from '#client/features/jobs/cancel-job-dialog.tsx'
import { JobRow } from '#client/features/jobs/job-row.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { needsCard, needsPayment } from '#shared/rules/payments.ts'
import { t } from '#shared/texts/t.ts'

export default function Orders() {
  const { today } = useBusiness()
  const jobs = useCall('GET /api/jobs/customer', undefined, {
    refetchInterval: ({ state }) => pollJobs(state.data, today),
  })
  const [cancelling, setCancelling] = useState<Job | null>(null)
  const upcoming = (jobs.data ?? []).filter((job) => isActiveJob(job.status)).toReversed()
  const live = upcoming.filter((job) => job.communicationActive)
  const past = (jobs.data ?? []).filter((job) => !isActiveJob(job.status))
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={t('Your Orders')}
        back={{ href: paths.home, label: t('Home') }}
        actions={
          <LinkButton variant="primary" href={paths.booking}>
            {t('Book Service')}
          </LinkButton>
        }
      />
      {jobs.isPending && <Skeleton className="h-28 w-full rounded-card!" />}
      {jobs.isError && (
        <ErrorState
          title={t('Your orders could not be loaded')}
          text={jobs.error.message}
          onRetry={() => void jobs.refetch()}
          pending={jobs.isFetching}
        />
      )}
      {jobs.data && (
        <Tabs
          label={t('Orders')}
          tabs={[
            {
              id: 'upcoming',
              label: t('Upcoming'),
              count: upcoming.length,
              content: (
                <JobList
                  jobs={upcoming}
                  emptyTitle={t('Nothing booked')}
                  emptyText={t('A new visit takes less than a minute to book.')}
                  actions={(job) => <UpcomingActions job={job} onCancel={setCancelling} />}
                />
              ),
            },
            {
              id: 'chat',
              label: t('Chat'),
              count: live.length || undefined,
              content: <CustomerTalks jobs={live} />,
            },
            {
              id: 'completed',
              label: t('Completed'),
              count: past.length,
              content: (
                <JobList
                  jobs={past}
                  emptyTitle={t('No services yet')}
                  emptyText={t('Completed services appear here, ready to rebook.')}
                  actions={(job) => <PastActions job={job} />}
                />
              ),
            },
          ]}
        />
      )}
      <CancelJobDialog job={cancelling} onClose={() => setCancelling(null)} />
    </div>
  )
}

function UpcomingActions({ job, onCancel }: { job: Job; onCancel: (job: Job) => void }) {
  return (
    <>
      {needsCard(job.paymentState) && job.status !== 'in_progress' && (
        <LinkButton size="small" variant="primary" href={paths.preAuthorize(job.id)}>
          {t('Add a card')}
        </LinkButton>
      )}
      {job.status !== 'in_progress' && (
        <Button size="small" variant="quiet" onClick={() => onCancel(job)}>
          {t('Cancel visit')}
        </Button>
      )}
    </>
  )
}

function PastActions({ job }: { job: Job }) {
  return (
    <>
      {needsPayment(job.paymentState) && job.status === 'completed' && (
        <LinkButton size="small" variant="primary" href={paths.payment(job.id)}>
          {t('Pay now')}
        </LinkButton>
      )}
      <LinkButton size="small" href={paths.bookVehicle(job.vehicleId)}>
        {t('Rebook')}
      </LinkButton>
    </>
  )
}

function JobList(props: {
  jobs: Job[]
  emptyTitle: string
  emptyText: string
  actions: (job: Job) => ReactNode
}) {
  if (props.jobs.length === 0)
    return (
      <EmptyState
        icon={<CalendarDays />}
        title={props.emptyTitle}
        text={props.emptyText}
        action={<LinkButton href={paths.booking}>{t('Book Service')}</LinkButton>}
      />
    )
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {props.jobs.map((job) => (
          <JobRow key={job.id} job={job} actions={props.actions(job)} />
        ))}
      </ul>
    </Card>
  )
}
