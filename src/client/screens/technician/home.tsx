import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { JobStatusBadge } from '#client/app/status-badges.tsx'
import { withWaiting } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork } from '#client/app/work/work-outbox.ts'
import { Dipstick } from '#client/brand/dipstick.tsx'
import { TechnicianConversations } from '#client/features/conversation/technician-conversations.tsx'
import { LatestNotifications } from '#client/features/notifications/latest-notifications.tsx'
import { AskName } from '#client/features/work/ask-name.tsx'
import { type DayPlan, planDay } from '#client/features/work/day-plan.ts'
import { DayCounts, TipsCard } from '#client/features/work/day-summary.tsx'
import { ConnectionBadge, StorageNotice } from '#client/features/work/device-notices.tsx'
import { NextStopBar, RouteLeg, RouteLink } from '#client/features/work/next-stop.tsx'
import { TakenAwayVisits } from '#client/features/work/taken-away-visits.tsx'
import { UnassignedVisits } from '#client/features/work/unassigned-visits.tsx'
import { UnsentBadge } from '#client/features/work/unsent-badge.tsx'
import { usePreloadVisits } from '#client/features/work/use-preload-visits.ts'
import { LaterVisitRow, VisitCard } from '#client/features/work/visit-card.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState, ErrorState } from '#client/ui/empty-state.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { PageHeader } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

const WaitingForApproval = lazyComponent(
  () => import('#client/features/work/waiting-for-approval.tsx'),
)

export default function TechnicianHome() {
  const person = usePerson()
  return person.active ? <WorkingDay /> : <WaitingForApproval firstName={person.firstName} />
}

function WorkingDay() {
  const { today } = useBusiness()
  const jobs = useCall('GET /api/jobs/technician')
  const me = useCall('GET /api/technicians/me')
  const entries = useUnsentWork()
  usePreloadVisits(jobs.data)
  const waiting = jobs.data?.map((job) => withWaiting(job, entries))
  const plan = waiting && planDay(waiting, today)
  return (
    <div className="mx-auto max-w-column space-y-8">
      <div>
        <PageHeader
          title={formatDay(today, { long: true })}
          actions={
            <LinkButton size="small" href={paths.daySheet(today)}>
              {t('Day sheet')}
            </LinkButton>
          }
          lede={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <ConnectionBadge />
              <UnsentBadge />
            </span>
          }
        />
        <DayCounts plan={plan} rating={me.data?.rating} />
        {me.data?.tips && <TipsCard tips={me.data.tips} />}
      </div>
      <AskName />
      <StorageNotice />
      <TakenAwayVisits jobs={jobs.data} />
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
      <UnassignedVisits renderBadge={(job) => <JobStatusBadge status={job.status} />} />
      {plan && <OtherJobs jobs={plan.others} />}
      {plan?.next && <NextStopBar job={plan.next} />}
    </div>
  )
}

function TodaysSchedule({ plan }: { plan: DayPlan | undefined }) {
  // Keeps conversations from other days in view.
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

function visitLinkLabel({ status }: Job): string {
  if (status === 'completed') return t('View Details')
  return status === 'in_progress' ? t('Continue Service') : t('Start Service')
}

function TodaysJobs({ plan }: { plan: DayPlan }) {
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
              {visitLinkLabel(job)}
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
  const [shown, setShown] = useState(10)
  const showAll = () => setShown(Infinity)
  return (
    <section aria-labelledby="assigned">
      <h2 id="assigned" className="mb-3 text-lg">
        {t('All Assigned Jobs')}
      </h2>
      {jobs.length === 0 && <p className="text-soft">{t('Nothing on other days yet.')}</p>}
      {jobs.length > 0 && (
        <Card flush className="overflow-hidden [&>div]:p-0">
          <ul className="divide-y divide-line">
            {jobs.slice(0, shown).map((job) => (
              <LaterVisitRow
                key={job.id}
                job={job}
                badge={<JobStatusBadge status={job.status} />}
              />
            ))}
          </ul>
        </Card>
      )}
      {shown < jobs.length && (
        <Button wide size="large" variant="quiet" className="mt-2" onClick={showAll}>
          {t('Show all {count}', { count: jobs.length })}
        </Button>
      )}
    </section>
  )
}
