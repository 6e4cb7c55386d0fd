import { CalendarDays, CreditCard, Users } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { List } from '#client/app/list/list.tsx'
import { whileDown } from '#client/app/connection.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { ContactMessages } from '#client/features/contact/contact-messages.tsx'
import { NewestCustomers } from '#client/features/customers/newest-customers.tsx'
import { RecentReviews } from '#client/features/dashboard/recent-reviews.tsx'
import { RevenueSummary } from '#client/features/dashboard/revenue-summary.tsx'
import { StatCards } from '#client/features/dashboard/stat-cards.tsx'
import { RecentPayments } from '#client/features/payments/recent-payments.tsx'
import { VisitsTable } from '#client/features/schedule/visits-table.tsx'
import { FeeFacts } from '#client/features/settings/fee-facts.tsx'
import { BusinessFacts, UnsaidFacts } from '#client/features/settings/business-facts.tsx'
import { TechnicianStatusCard } from '#client/features/technicians/technician-status-card.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { Requests } from './requests.tsx'

export default function AdminHome() {
  const { today } = useBusiness()
  const stats = useCall('GET /api/dashboard/stats', undefined, {
    refetchInterval: whileDown(60_000),
  })
  const technicians = useCall('GET /api/admin/technicians')
  const waiting = technicians.data?.filter(({ status }) => status === 'waiting').length
  return (
    <div className="mx-auto max-w-wide">
      <PageHeader
        title={t('Dashboard')}
        lede={formatDay(today, { long: true })}
        actions={<QuickActions />}
      />
      <UnsaidFacts />
      {stats.isError && !stats.data ? (
        <Banner
          tone="error"
          title={t('The numbers could not be loaded')}
          action={
            <Button size="small" onClick={() => void stats.refetch()} pending={stats.isFetching}>
              {t('Try again')}
            </Button>
          }
        >
          {translate(stats.error.message)}
        </Banner>
      ) : (
        <StatCards stats={stats.data} waiting={waiting} />
      )}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0 space-y-6">
          <ScheduleCard technicians={technicians.data ?? []} />
          <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
            <RecentPayments />
            <RecentReviews />
          </div>
        </div>
        <div className="grid min-w-0 grid-cols-1 items-start gap-6 md:max-xl:grid-cols-2">
          <Requests />
          <ContactMessages />
          {(stats.data || stats.isPending) && <RevenueSummary stats={stats.data} />}
          <TechnicianStatusCard />
          <BusinessFacts />
          <FeeFacts />
        </div>
        <div className="min-w-0 xl:col-span-2">
          <NewestCustomers />
        </div>
      </div>
    </div>
  )
}

function QuickActions() {
  return (
    <nav
      aria-label={t('Quick Actions')}
      className="flex gap-2 max-sm:flex-1 max-sm:flex-wrap max-sm:*:flex-auto max-sm:*:px-2 max-sm:*:text-sm max-sm:[&_svg]:hidden"
    >
      <LinkButton icon={<CalendarDays />} href={paths.schedule}>
        {t('Schedule')}
      </LinkButton>
      <LinkButton icon={<CreditCard />} href={paths.payments}>
        {t('Payments')}
      </LinkButton>
      <LinkButton icon={<Users />} href={paths.technicians}>
        {t('Technicians')}
      </LinkButton>
    </nav>
  )
}

type Range = 'today' | 'tomorrow' | 'week'

function ScheduleCard({ technicians }: { technicians: readonly Technician[] }) {
  const { today } = useBusiness()
  const [range, setRange] = useState<Range>('today')
  const date = range === 'tomorrow' ? addDays(today, 1) : today
  const labels = { today: t('Today'), tomorrow: t('Tomorrow'), week: t('Week') }
  return (
    <Card
      flush
      title={t('Schedule')}
      action={<TextLink href={paths.scheduleOn(date)}>{t('Open the day board')}</TextLink>}
    >
      <div className="[&_[role=tablist]]:px-3 [&_[role=tabpanel]]:pt-0">
        <Tabs
          label={t('Schedule')}
          value={range}
          onChange={setRange}
          tabs={(['today', 'tomorrow', 'week'] as const).map((id) => ({
            id,
            label: labels[id],
            content: <Visits range={id} technicians={technicians} />,
          }))}
        />
      </div>
    </Card>
  )
}

function Visits({ range, technicians }: { range: Range; technicians: readonly Technician[] }) {
  const jobs = useCall('GET /api/jobs/today', { query: { range } })
  const table = (visits: readonly Job[] | undefined) => (
    <VisitsTable jobs={visits} technicians={technicians} withDay={range === 'week'} />
  )
  return (
    <List
      list={jobs}
      failed={t('The schedule could not be loaded')}
      loading={table(undefined)}
      empty={
        <EmptyState
          icon={<CalendarDays />}
          title={range === 'week' ? t('No visits this week') : t('No visits')}
          text={t('Booked visits appear here, ready to be assigned.')}
          action={<LinkButton href={paths.schedule}>{t('Open the day board')}</LinkButton>}
        />
      }
    >
      {table}
    </List>
  )
}
