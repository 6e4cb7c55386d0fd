import { Building2, Car, Plus } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { JobStatusBadge } from '#client/app/status-badges.tsx'
import { VisitTime } from '#client/app/visit-time.tsx'
import { ExtraDecisions } from '#client/features/jobs/extra-requests.tsx'
import { NextVisit } from '#client/features/jobs/next-visit.tsx'
import { useVisitOffline } from '#client/features/jobs/use-own-jobs.ts'
import { VehicleCard } from '#client/features/vehicles/vehicle-card.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState, ErrorState } from '#client/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { paymentRequest } from '#shared/rules/paying.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

const DeleteVehicleDialog = lazyDialog(
  () => import('#client/features/vehicles/delete-vehicle-dialog.tsx'),
)

const recentJobs = 3

export default function CustomerHome() {
  const { isMember } = usePerson()
  const vehicles = useCall('GET /api/vehicles')
  const jobs = useCall('GET /api/jobs/customer')
  useVisitOffline(jobs.data)
  if ([vehicles, jobs].some((part) => part.isError && !part.data))
    return (
      <ErrorState
        page
        title={t('Something went wrong')}
        text={t("We're having trouble loading your dashboard. Please try refreshing the page.")}
        retryLabel={t('Refresh Page')}
        onRetry={() => location.reload()}
      />
    )
  return (
    <div className="mx-auto max-w-column space-y-8">
      <PageTitle>{t('Home')}</PageTitle>
      {isMember && (
        <Banner
          icon={<Building2 />}
          title={t('Your company')}
          action={<LinkButton href={paths.company}>{t('Cars and visits')}</LinkButton>}
        >
          {t('Book and follow oil changes for the cars of your company.')}
        </Banner>
      )}
      <div className="space-y-4">
        {jobs.data
          ?.filter((job) => isActiveJob(job.status))
          .toReversed()
          .map((job) => (
            <ExtraDecisions key={job.id} job={job} />
          ))}
        {jobs.data ? (
          <Next jobs={jobs.data} />
        ) : (
          // Reserves the height of a next visit; there is none without a car.
          vehicles.data?.length !== 0 && <Skeleton className="h-91 w-full rounded-card! sm:h-77" />
        )}
        <BookAnother />
      </div>
      <Vehicles vehicles={vehicles.data} />
      <RecentServices jobs={jobs.data} />
    </div>
  )
}

function Next({ jobs }: { jobs: Job[] }) {
  const business = useBusiness()
  const next = jobs.findLast((job) => isActiveJob(job.status))
  if (!next) return null
  const wantsCard = paymentRequest(next, business) === 'card'
  return (
    <NextVisit
      job={next}
      actions={
        <>
          {wantsCard && (
            <LinkButton variant="primary" href={paths.preAuthorize(next.id)}>
              {t('Hold {amount} on a card', { amount: formatAmount(next.cost.due) })}
            </LinkButton>
          )}
          {next.communicationActive && (
            <LinkButton
              variant={wantsCard ? 'secondary' : 'primary'}
              href={paths.communication(next.id)}
            >
              {t('Open the chat')}
            </LinkButton>
          )}
          <LinkButton href={paths.orders}>{t('View orders')}</LinkButton>
        </>
      }
    />
  )
}

function BookAnother() {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card border border-transparent bg-[#14181f] px-5 py-5 text-[#faf8f5] sm:px-7 sm:py-6 dark:border-line dark:bg-card">
      <div>
        <h1 className="text-2xl">{t('Ready for your next service?')}</h1>
        <p className="mt-1 opacity-80">{t('Pick a time. We come to your car.')}</p>
      </div>
      <LinkButton
        href={paths.booking}
        size="large"
        className="border-oil! bg-oil! text-[#14181f]! hover:opacity-90 max-sm:w-full"
      >
        {t('Book Premium Oil Change')}
      </LinkButton>
    </section>
  )
}

function Vehicles({ vehicles }: { vehicles: Vehicle[] | undefined }) {
  const [deleting, setDeleting] = useState<Vehicle | null>(null)
  return (
    <section aria-labelledby="vehicles">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="vehicles" className="text-lg">
          {t('Your Vehicles')}
        </h2>
        {vehicles && vehicles.length > 0 && (
          <LinkButton variant="quiet" icon={<Plus />} href={paths.addVehicle} className="-mr-4">
            {t('Add Vehicle')}
          </LinkButton>
        )}
      </div>
      {!vehicles && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Skeleton className="h-52 w-full rounded-card!" />
          <Skeleton className="h-52 w-full rounded-card!" />
        </div>
      )}
      {vehicles?.length === 0 && (
        <Card>
          <EmptyState
            icon={<Car />}
            title={t('No vehicles yet')}
            text={t('Add your first vehicle to get started')}
            action={
              <LinkButton variant="primary" href={paths.addVehicle}>
                {t('Add Your First Vehicle')}
              </LinkButton>
            }
          />
        </Card>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {vehicles?.map((vehicle) => (
          <VehicleCard key={vehicle.id} vehicle={vehicle} onDelete={() => setDeleting(vehicle)} />
        ))}
      </div>
      {deleting && <DeleteVehicleDialog vehicle={deleting} onClose={() => setDeleting(null)} />}
    </section>
  )
}

function RecentServices({ jobs }: { jobs: Job[] | undefined }) {
  return (
    <section aria-labelledby="services">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="services" className="text-lg">
          {t('Recent Services')}
        </h2>
        {jobs && jobs.length > 0 && (
          <TextLink href={paths.orders} className="inline-flex min-h-11 items-center">
            {t('View All Services')}
          </TextLink>
        )}
      </div>
      <Card flush>
        {!jobs && (
          <div className="space-y-3 px-4 py-4 sm:px-5">
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-11 w-full" />
          </div>
        )}
        {jobs?.length === 0 && (
          <p className="px-5 py-5 text-soft">{t('Your services appear here once you book one.')}</p>
        )}
        <ul className="divide-y divide-line">
          {jobs?.slice(0, recentJobs).map((job) => (
            <li
              key={job.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 sm:px-5"
            >
              <span className="font-medium">{vehicleName(job.vehicle)}</span>
              <span className="sm:row-span-2">
                <JobStatusBadge status={job.status} />
              </span>
              <span className="text-sm text-soft max-sm:col-span-2">
                <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
