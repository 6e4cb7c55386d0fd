import { CarFront, Pencil, SearchX, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { justNowMs, useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { useVehicleJobs, VehicleHistory } from '#client/features/jobs/vehicle-history.tsx'
import { NextServiceCard } from '#client/features/vehicles/next-service-card.tsx'
import { OdometerCard } from '#client/features/vehicles/odometer-card.tsx'
import { OilCard } from '#client/features/vehicles/oil-card.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { PageHeader } from '#client/ui/page.tsx'
import { PlateChip } from '#client/brand/plate-chip.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'

const Recommendations = lazyComponent(
  () => import('#client/features/vehicles/recommendations-card.tsx'),
)
const PlanCard = lazyComponent(() => import('#client/features/plans/plan-card.tsx'))
const TrendsCard = lazyComponent(() => import('#client/features/inspections/trends-card.tsx'))
const DeleteVehicleDialog = lazyDialog(
  () => import('#client/features/vehicles/delete-vehicle-dialog.tsx'),
)
const EditVehicleDialog = lazyDialog(
  () => import('#client/features/vehicles/edit-vehicle-dialog.tsx'),
)

const home = () => ({ href: paths.home, label: t('Home') })

export default function VehicleScreen() {
  const { id } = useParams<{ id: string }>()
  const input = { params: { id } }
  const vehicle = useCall('GET /api/vehicles/{id}', input, { staleTime: justNowMs })
  const odometer = useCall('GET /api/vehicles/{id}/odometer', input, { staleTime: 0 })
  const jobs = useVehicleJobs(id)
  const { uses } = useBusiness()
  const wayBack = <LinkButton href={paths.home}>{t('Home')}</LinkButton>
  return (
    <div className="mx-auto max-w-column space-y-5">
      <Loaded
        page
        parts={[vehicle]}
        extras={[odometer, jobs]}
        loading={
          <>
            <PageHeader title={t('Vehicle')} back={home()} />
            <Skeleton className="h-56 w-full rounded-card!" />
            <Skeleton className="h-36 w-full rounded-card!" />
            <Skeleton className="h-56 w-full rounded-card!" />
          </>
        }
        failed={t('The vehicle could not be loaded')}
        action={wayBack}
        missing={
          <EmptyState
            page
            icon={<SearchX />}
            title={t('Vehicle not found.')}
            text={t('This vehicle was deleted or belongs to another account.')}
            action={wayBack}
          />
        }
      >
        {(car) => {
          const empty = !isKnown(car) && jobs.items?.length === 0 && odometer.data?.length === 0
          return (
            <>
              <Heading vehicle={car} />
              {empty ? (
                <Card>
                  <EmptyState
                    icon={<CarFront />}
                    title={t('Vehicle Details Coming Soon')}
                    text={t('They appear here after the first service, or when you add the VIN.')}
                  />
                </Card>
              ) : uses.plans ? (
                <Suspense fallback={<OilCard vehicle={car} />}>
                  <PlanCard vehicleId={id} estimate={<NextServiceCard vehicle={car} />}>
                    <OilCard vehicle={car} />
                  </PlanCard>
                </Suspense>
              ) : (
                <>
                  <NextServiceCard vehicle={car} />
                  <OilCard vehicle={car} />
                </>
              )}
              <OdometerCard vehicleId={id} readings={odometer} />
              {uses.inspections && (
                <Suspense>
                  <TrendsCard vehicleId={id} />
                </Suspense>
              )}
              <Recommendations vehicleId={id} />
              {!empty && <VehicleHistory jobs={jobs} />}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

const isKnown = ({ oilType, fuel, engine, trim }: Vehicle) =>
  Boolean(oilType ?? fuel ?? engine ?? trim)

function Heading({ vehicle }: { vehicle: Vehicle }) {
  const [, go] = useLocation()
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const { trim, engine, licensePlate, vin } = vehicle
  const close = () => setDialog(null)
  const details = [trim, engine].filter(Boolean).join(' · ')
  return (
    <>
      <PageHeader
        title={vehicleName(vehicle)}
        back={home()}
        lede={
          <>
            {details && <p>{details}</p>}
            <p className="mt-2 flex flex-wrap gap-2">
              {licensePlate && <PlateChip label={t('License plate')}>{licensePlate}</PlateChip>}
              {vin && <PlateChip label={t('VIN')}>{vin}</PlateChip>}
            </p>
          </>
        }
        actions={
          <>
            <Button icon={<Pencil />} onClick={() => setDialog('edit')}>
              {t('Edit')}
            </Button>
            <Button icon={<Trash2 />} onClick={() => setDialog('delete')}>
              {t('Delete')}
            </Button>
          </>
        }
      />
      {dialog === 'edit' && <EditVehicleDialog vehicle={vehicle} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteVehicleDialog vehicle={vehicle} onClose={close} onDeleted={() => go(paths.home)} />
      )}
    </>
  )
}
