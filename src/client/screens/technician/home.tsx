import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { TechnicianConversations } from '#client/features/conversation/technician-conversations.tsx'
import { LatestNotifications } from '#client/features/notifications/latest-notifications.tsx'
import { JobStatusBadge } from '#client/app/status-badges.tsx'
import { AssignedRow } from '#client/features/work/assigned-row.tsx'
import { DayCounts } from '#client/features/work/day-counts.tsx'
import { planDay } from '#client/features/work/day-plan.ts'
import { jobLinkLabel } from '#client/features/work/job-link-label.ts'
import { NextVisitBar } from '#client/features/work/next-visit-bar.tsx'
import { OnlineBadge } from '#client/features/work/online-badge.tsx'
import { RouteLeg, RouteLink } from '#client/features/work/route-legs.tsx'
import { UnassignedQueue } from '#client/features/work/unassigned-queue.tsx'
import { withWaiting } from '#client/app/work/waiting-changes.ts'
import { WaitingBadge } from '#client/features/work/waiting-badge.tsx'
import { useWaiting } from '#client/app/work/work-outbox.ts'
import { useDayAhead } from '#client/features/work/use-day-ahead.ts'
import { VisitCard } from '#client/features/work/visit-card.tsx'
import { WaitingForApproval } from '#client/features/work/waiting-for-approval.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

const shownAtFirst = 10

export default function TechnicianHome() {
  const person = usePerson()
  return person.active ? <WorkingDay /> : <WaitingForApproval firstName={person.firstName} />
}

function WorkingDay() {
  const { today } = useBusiness()
  const jobs = useCall('GET /api/jobs/technician')
  const me = useCall('GET /api/technicians/me')
  const { entries } = useWaiting()
  useDayAhead(jobs.data)
  const plan =
    jobs.data &&
    planDay(
      jobs.data.map((job) => withWaiting(job, entries)),
      today,
    )
  return (
    <div className="mx-auto max-w-column space-y-8">
      <div>
        <PageHeader
          title={formatDay(today, { long: true })}
          lede={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <OnlineBadge />
              <WaitingBadge />
            </span>
          }
        />
        <DayCounts
          todays={plan?.todays.length}
          inProgress={plan?.inProgress}
          completed={plan?.completed}
          rating={me.data?.rating}
        />
      </div>
      <LatestNotifications />
      {jobs.isError && !jobs.data ? (
        <ErrorState
          title={t('Your visits could not be loaded')}
          text={translate(jobs.error.message)}
          onRetry={() => void jobs.refetch()}
          pending={jobs.isFetching}
        />
      ) : (
        <TodaysSchedule plan={plan} />
      )}
      <UnassignedQueue renderBadge={(job) => <JobStatusBadge status={job.status} />} />
      {plan && <OtherJobs jobs={plan.others} />}
      {plan?.next && <NextVisitBar job={plan.next} />}
    </div>
  )
}

type Plan = ReturnType<typeof planDay<Job>>

function TodaysSchedule({ plan }: { plan: Plan | undefined }) {
  // A conversation that was left open on another day must not be out of sight.
  const others = plan?.others.filter((job) => job.communicationActive) ?? []
  const conversations = [...(plan?.todays ?? []), ...others]
  return (
    <section aria-labelledby="schedule">
      <h2 id="schedule" className="mb-1 text-lg">
        {t("Today's Schedule")}
      </h2>
      <Tabs
        label={t("Today's Schedule")}
        tabs={[
          {
            id: 'jobs',
            label: t('Job Overview'),
            count: plan?.todays.length,
            content: plan ? <TodaysJobs plan={plan} /> : <TodaySkeleton />,
          },
          {
            id: 'communication',
            label: t('Communication'),
            count: conversations.filter((job) => job.communicationActive).length || undefined,
            content: plan ? <TechnicianConversations jobs={conversations} /> : <TodaySkeleton />,
          },
        ]}
      />
    </section>
  )
}

function TodaysJobs({ plan }: { plan: Plan }) {
  const { today } = useBusiness()
  const { todays, completed, next } = plan
  if (todays.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<CalendarCheck />}
          title={t('No visits today')}
          text={t('Visits that the office assigns to you appear here.')}
        />
      </Card>
    )
  return (
    <>
      <Dipstick
        label={t("Today's visits")}
        value={completed}
        max={todays.length}
        valueText={plural(
          todays.length,
          { one: '{done} of {count} visit done', other: '{done} of {count} visits done' },
          { done: completed },
        )}
        showValue
        className="mb-4"
      />
      <RouteLink jobs={todays} />
      <ul className="space-y-4">
        {todays.map((job, n) => (
          <VisitCard
            key={job.id}
            job={job}
            next={job === next}
            before={<RouteLeg from={todays[n - 1]} to={job} />}
            badge={<JobStatusBadge status={job.status} />}
          >
            <LinkButton wide size="large" href={paths.job(job.id)}>
              {jobLinkLabel(job, today)}
              <span className="sr-only">{job.number}</span>
            </LinkButton>
          </VisitCard>
        ))}
      </ul>
    </>
  )
}

function TodaySkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-64 w-full rounded-card!" />
      <Skeleton className="h-64 w-full rounded-card!" />
    </div>
  )
}

function OtherJobs({ jobs }: { jobs: readonly Job[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? jobs : jobs.slice(0, shownAtFirst)
  return (
    <section aria-labelledby="assigned">
      <h2 id="assigned" className="mb-3 text-lg">
        {t('All Assigned Jobs')}
      </h2>
      {jobs.length === 0 && <p className="text-soft">{t('Nothing on other days yet.')}</p>}
      {jobs.length > 0 && (
        <Card flush className="overflow-hidden [&>div]:p-0">
          <ul className="divide-y divide-line">
            {shown.map((job) => (
              <AssignedRow key={job.id} job={job} badge={<JobStatusBadge status={job.status} />} />
            ))}
          </ul>
        </Card>
      )}
      {shown.length < jobs.length && (
        <Button wide size="large" variant="quiet" className="mt-2" onClick={() => setAll(true)}>
          {t('Show all {count}', { count: jobs.length })}
        </Button>
      )}
    </section>
  )
}
