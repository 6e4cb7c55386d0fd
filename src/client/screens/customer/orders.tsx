import { CalendarDays } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { List } from '#client/app/list/list.tsx'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { personName } from '#client/app/person-name.ts'
import { CustomerConversations } from '#client/features/conversation/customer-conversations.tsx'
import { pollJobs } from '#client/features/conversation/use-conversation.ts'
import { ExtraDecisions } from '#client/features/jobs/extra-decisions.tsx'
import { JobRow } from '#client/features/jobs/job-row.tsx'
import { PastActions } from '#client/features/jobs/past-actions.tsx'
import { PrintHistoryButton } from '#client/features/jobs/print-history-button.tsx'
import { UpcomingActions } from '#client/features/jobs/upcoming-actions.tsx'
import { useNamedVisit } from '#client/features/jobs/use-named-visit.ts'
import { useOwnJobs } from '#client/features/jobs/use-own-jobs.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { t } from '#shared/texts/t.ts'

const dialogs = {
  cancel: lazyDialog(() => import('#client/features/jobs/cancel-job-dialog.tsx')),
  move: lazyDialog(() => import('#client/features/booking/reschedule-dialog.tsx')),
  rate: lazyDialog(() => import('#client/features/jobs/rate-visit-dialog.tsx')),
}

export default function Orders() {
  const { today } = useBusiness()
  const person = usePerson()
  const jobs = useOwnJobs((items) => pollJobs(items, today))
  const [asked, setAsked] = useState<{ about: keyof typeof dialogs; job: Job } | null>(null)
  const AskedDialog = asked && dialogs[asked.about]
  const named = useNamedVisit(jobs)
  const [tab, setTab] = useState<'upcoming' | 'conversation' | 'completed'>()
  const namedTab = named && !isActiveJob(named.status) ? 'completed' : 'upcoming'
  const upcoming = (jobs.items ?? []).filter((job) => isActiveJob(job.status)).toReversed()
  const live = upcoming.filter((job) => job.communicationActive)
  const past = (jobs.items ?? []).filter((job) => !isActiveJob(job.status))
  const tabs = (
    <Tabs
      label={t('Orders')}
      value={tab ?? namedTab}
      onChange={setTab}
      tabs={[
        {
          id: 'upcoming',
          label: t('Upcoming'),
          count: upcoming.length,
          content: (
            <JobList
              jobs={upcoming}
              named={named}
              emptyTitle={t('Nothing booked')}
              emptyText={t('Booking a visit takes less than a minute.')}
              actions={(job) => (
                <UpcomingActions
                  job={job}
                  onMove={() => setAsked({ about: 'move', job })}
                  onCancel={() => setAsked({ about: 'cancel', job })}
                />
              )}
            />
          ),
        },
        {
          id: 'conversation',
          label: t('Chat'),
          count: live.length || undefined,
          content: <CustomerConversations jobs={live} />,
        },
        {
          id: 'completed',
          label: t('count|Completed'),
          count: jobs.total === null ? past.length : jobs.total - upcoming.length,
          content: (
            <>
              <JobList
                jobs={past}
                named={named}
                emptyTitle={t('No services yet')}
                emptyText={t('Completed services appear here, ready to rebook.')}
                actions={(job) => (
                  <PastActions job={job} onRate={() => setAsked({ about: 'rate', job })} />
                )}
              />
              {jobs.hasNextPage && (
                <Button
                  className="mt-4"
                  wide
                  pending={jobs.isFetchingNextPage}
                  onClick={() => void jobs.fetchNextPage()}
                >
                  {t('Show older visits')}
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  )
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={t('Your Orders')}
        back={{ href: paths.home, label: t('Home') }}
        actions={
          <>
            <PrintHistoryButton
              jobs={jobs.items}
              customerName={personName(person)}
              loadAll={jobs.loadAll}
            />
            <LinkButton variant="quiet" href={paths.profile} className="max-sm:hidden">
              {t('Profile')}
            </LinkButton>
            <LinkButton variant="primary" href={paths.booking}>
              {t('Book Service')}
            </LinkButton>
          </>
        }
      />
      {upcoming.map((job) => (
        <ExtraDecisions key={job.id} job={job} />
      ))}
      <List
        list={jobs}
        failed={t('Your orders could not be loaded')}
        loading={<Skeleton className="h-28 w-full rounded-card!" />}
        empty={tabs}
      >
        {() => tabs}
      </List>
      {AskedDialog && <AskedDialog job={asked.job} onClose={() => setAsked(null)} />}
    </div>
  )
}

function JobList(props: {
  jobs: Job[]
  named: Job | undefined
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
          <JobRow
            key={job.id}
            job={job}
            isNamed={job.id === props.named?.id}
            actions={props.actions(job)}
          />
        ))}
      </ul>
    </Card>
  )
}
