import { CalendarDays } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMayTip } from '#client/app/use-may-tip.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { List } from '#client/app/list/list.tsx'
import { useBusiness } from '#client/app/session.ts'
import { CustomerConversations } from '#client/features/conversation/customer-conversations.tsx'
import { pollJobs } from '#client/features/conversation/use-conversation.ts'
import { ExtraDecisions } from '#client/features/jobs/extra-requests.tsx'
import { JobRow } from '#client/features/jobs/job-row.tsx'
import { PrintHistoryButton } from '#client/features/jobs/history-report.tsx'
import { useOwnJobs, useVisitOffline } from '#client/features/jobs/use-own-jobs.ts'
import { VisitActions } from '#client/features/jobs/visit-actions.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob, isNotStarted } from '#shared/rules/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

const OwnProposals = lazyComponent(() => import('#client/features/plans/own-proposals.tsx'))
const OwnWaitlist = lazyComponent(() => import('#client/features/waitlist/own-waitlist.tsx'))

// Only where the business uses it.
const ReportLink = lazyComponent(() => import('#client/features/inspections/report-link.tsx'))

const dialogs = {
  cancel: lazyDialog(() => import('#client/features/jobs/cancel-job-dialog.tsx')),
  move: lazyDialog(() => import('#client/features/booking/reschedule-dialog.tsx')),
  wait: lazyDialog(() => import('#client/features/waitlist/wait-dialog.tsx')),
  place: lazyDialog(() => import('#client/features/booking/change-address-dialog.tsx')),
  rate: lazyDialog(() => import('#client/features/jobs/rate-visit-dialog.tsx')),
  tip: lazyDialog(() => import('#client/features/payments/tip-dialog.tsx')),
}

const ofVisitsAhead: ReadonlySet<keyof typeof dialogs> = new Set([
  'cancel',
  'move',
  'wait',
  'place',
])

type TabId = 'upcoming' | 'conversation' | 'completed' | 'cancelled'
type OpenDialog = { about: keyof typeof dialogs; job: Job }

export default function Orders() {
  const { today, uses } = useBusiness()
  const mayTip = useMayTip()
  const jobs = useOwnJobs((items) => pollJobs(items, today))
  useVisitOffline(jobs.items)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const now = dialog && (jobs.items?.find(({ id }) => id === dialog.job.id) ?? dialog.job)
  // The visit may start or end while a dialog is open.
  const AskedDialog =
    dialog && now && (isNotStarted(now.status) || !ofVisitsAhead.has(dialog.about))
      ? dialogs[dialog.about]
      : null
  const [tab, setTab] = useState<TabId>()
  const namedTab = jobs.named ? tabOf(jobs.named) : 'upcoming'
  const upcoming = (jobs.items ?? []).filter((job) => isActiveJob(job.status)).toReversed()
  const live = upcoming.filter((job) => job.communicationActive)
  const past = (of: TabId) => (jobs.items ?? []).filter((job) => tabOf(job) === of)
  const [completed, cancelled] = [past('completed'), past('cancelled')]
  // Unloaded visits may belong to either tab, so only complete counts show.
  const countOf = (items: Job[]) => (jobs.hasNextPage ? undefined : items.length)
  const older = jobs.hasNextPage && (
    <Button
      className="mt-4"
      wide
      pending={jobs.isFetchingNextPage}
      onClick={({ currentTarget }) => {
        keepFocus(currentTarget)
        void jobs.fetchNextPage()
      }}
    >
      {t('Show older visits')}
    </Button>
  )
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
              named={jobs.named}
              empty={{
                title: t('Nothing booked'),
                text: t('Booking a visit takes less than a minute.'),
              }}
              onAsk={setDialog}
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
          count: countOf(completed),
          content: (
            <>
              {(completed.length > 0 || !jobs.hasNextPage) && (
                <JobList
                  jobs={completed}
                  named={jobs.named}
                  empty={{
                    title: t('No services yet'),
                    text: t('Completed services appear here, ready to rebook.'),
                  }}
                  onAsk={setDialog}
                />
              )}
              {older}
            </>
          ),
        },
        ...(cancelled.length === 0
          ? []
          : [
              {
                id: 'cancelled' as const,
                label: t('count|Cancelled'),
                count: countOf(cancelled),
                content: (
                  <>
                    <JobList jobs={cancelled} named={jobs.named} onAsk={setDialog} />
                    {older}
                  </>
                ),
              },
            ]),
      ]}
    />
  )
  return (
    <Page
      title={t('Your Orders')}
      back={{ href: paths.home, label: t('Home') }}
      actions={
        <>
          <PrintHistoryButton jobs={jobs} />
          <LinkButton variant="quiet" href={paths.profile} className="max-sm:hidden">
            {t('Profile')}
          </LinkButton>
          <LinkButton variant="primary" href={paths.booking}>
            {t('Book Service')}
          </LinkButton>
        </>
      }
    >
      {uses.plans && (
        <Suspense>
          <OwnProposals />
        </Suspense>
      )}
      {uses.waitlist && (
        <Suspense>
          <OwnWaitlist />
        </Suspense>
      )}
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
      {dialog && AskedDialog && (
        <AskedDialog
          job={dialog.job}
          others={jobs.items ?? []}
          onClose={() => setDialog(null)}
          onRated={() => {
            const { job } = dialog
            if (mayTip(job)) setDialog({ about: 'tip', job })
          }}
        />
      )}
    </Page>
  )
}

function tabOf({ status }: Job): TabId {
  if (isActiveJob(status)) return 'upcoming'
  return status === 'cancelled' ? 'cancelled' : 'completed'
}

function JobList(props: {
  jobs: Job[]
  named: Job | undefined
  empty?: { title: string; text: string }
  onAsk: (dialog: OpenDialog) => void
}) {
  if (props.jobs.length === 0 && props.empty)
    return (
      <EmptyState
        icon={<CalendarDays />}
        {...props.empty}
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
            actions={
              <>
                {job.reportPath && (
                  <Suspense>
                    <ReportLink jobId={job.id} path={job.reportPath} />
                  </Suspense>
                )}
                <VisitActions job={job} onAsk={(about) => props.onAsk({ about, job })} />
              </>
            }
          />
        ))}
      </ul>
    </Card>
  )
}
