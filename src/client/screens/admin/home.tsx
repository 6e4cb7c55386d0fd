import { LoadFailure } from '#client/app/call-failure.tsx'
import { CalendarDays, CalendarPlus, CreditCard, Settings, Users } from 'lucide-react'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { NewestCustomers } from '#client/features/customers/newest-customers.tsx'
import { RebookingCard } from '#client/features/dashboard/rebooking-card.tsx'
import { RevenueSummary } from '#client/features/dashboard/revenue-summary.tsx'
import { StatCards, useOfficeOffline, useStats } from '#client/features/dashboard/stat-cards.tsx'
import { UtilizationCard } from '#client/features/dashboard/utilization-card.tsx'
import { RecentPayments } from '#client/features/payments/recent-payments.tsx'
import { OpenSteps } from '#client/features/settings/setup/open-steps.tsx'
import { TechnicianStatusCard } from '#client/features/technicians/technician-status-card.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Page } from '#client/ui/page.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { setupSteps } from '#shared/rules/setup.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { Attention } from './attention.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { ReviewList } from '#client/app/review-list.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { missingBusinessDetails } from '#shared/rules/reach.ts'

/** Items needing attention, today's schedule and key figures; each card loads and fails separately. */
export default function AdminHome() {
  const { today } = useBusiness()
  useOfficeOffline()
  const { data: stats } = useStats()
  const isNew = stats?.hasVisits === false
  return (
    <Page
      wide
      title={t('Dashboard')}
      lede={formatDay(today, { long: true })}
      actions={<QuickActions />}
    >
      <MissingBusinessDetails />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[21rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <Attention />
        <div className="min-w-0 space-y-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          {isNew ? <FirstSteps /> : <Numbers />}
          <div className="below">
            <ScheduleCard />
          </div>
          {!isNew && (
            <div className="below grid grid-cols-1 items-start gap-4 md:grid-cols-2">
              <div className="min-w-0 space-y-4">
                <RevenueSummary />
                <RecentPayments />
              </div>
              <div className="min-w-0 space-y-4">
                <UtilizationCard />
                <RebookingCard />
              </div>
            </div>
          )}
          <div className="below">
            <NewestCustomers />
          </div>
        </div>
        <div className="below min-w-0 space-y-4">
          <TechnicianStatusCard />
          {!isNew && <RecentReviews />}
        </div>
      </div>
    </Page>
  )
}

function Numbers() {
  const stats = useStats()
  const technicians = useCall('GET /api/admin/technicians')
  const waiting = technicians.data?.filter(({ status }) => status === 'waiting').length
  if (stats.isError && !stats.data)
    return <LoadFailure size="small" title={t('The numbers could not be loaded')} call={stats} />
  return <StatCards stats={stats.data} waiting={waiting} />
}

function QuickActions() {
  return (
    <nav
      aria-label={t('Quick Actions')}
      className="flex flex-wrap gap-2 max-sm:flex-1 max-sm:*:grow max-sm:*:basis-[30%] max-sm:*:px-2 max-sm:*:text-sm max-sm:[&_svg]:hidden"
    >
      <LinkButton icon={<CalendarPlus />} variant="primary" href={paths.booking}>
        {t('Book')}
      </LinkButton>
      <LinkButton icon={<CalendarDays />} href={paths.schedule}>
        {t('Schedule')}
      </LinkButton>
      <LinkButton icon={<CreditCard />} href={paths.payments}>
        {t('Payments')}
      </LinkButton>
      <LinkButton icon={<Users />} href={paths.technicians}>
        {t('Technicians')}
      </LinkButton>
      <LinkButton icon={<Settings />} href={paths.settings}>
        {t('Settings')}
      </LinkButton>
    </nav>
  )
}

/** Setup steps, in place of numbers for a business without bookings. */
function FirstSteps() {
  const open = useCall('GET /api/admin/setup').data?.open
  if (!open) return null
  const isReady = open.length === 0
  return (
    <Card title={t('First steps')}>
      <div className="space-y-4">
        {isReady ? (
          <p>{t('Customers can book on your page; book here for those who call.')}</p>
        ) : (
          <>
            <p>
              {t('{done} of {all} done', {
                done: setupSteps.length - open.length,
                all: setupSteps.length,
              })}
            </p>
            <OpenSteps steps={open} />
          </>
        )}
        {isReady ? (
          <LinkButton href={paths.booking} variant="primary">
            {t('Make the first booking')}
          </LinkButton>
        ) : (
          <LinkButton href={officePaths.setup} variant="primary">
            {open.length < setupSteps.length ? t('Continue setup') : t('Set up your business')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

function RecentReviews() {
  const reviews = useCall('GET /api/reviews/recent')
  return (
    <Card title={t('Recent Reviews')}>
      <ReviewList
        list={reviews}
        shownAtMost={3}
        brief
        loading={<Skeleton className="h-96 w-full" />}
      />
    </Card>
  )
}

const BusinessDialog = lazyDialog(() => import('#client/features/settings/business-dialog.tsx'))

/** Public facts customers look for that aren't entered yet, with links; nothing if complete. */
function MissingBusinessDetails() {
  const [saying, setSaying] = useState(false)
  const missing = missingBusinessDetails(useBusiness())
  if (missing.length === 0) return null
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        title={t('Customers cannot see how to reach you')}
        action={<Button onClick={() => setSaying(true)}>{t('Add contact details')}</Button>}
      >
        {missing.length === 2
          ? t('Your pages and e-mails show no phone number and no e-mail address.')
          : missing[0] === 'phone'
            ? t('Your pages and e-mails show no phone number.')
            : t('Your pages and e-mails show no e-mail address.')}{' '}
        {missing.includes('email') && t('Messages to the office are mailed to every admin.')}
      </Banner>
      {saying && <BusinessDialog onClose={() => setSaying(false)} />}
    </div>
  )
}
