import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { refreshThings, useCall } from '#client/app/queries.ts'
import { TextLink } from '#client/ui/button.tsx'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface DeleteVehicleDialogProps {
  vehicle: Vehicle
  onClose: () => void
  onDeleted?: () => void
}

/** Confirms deleting a car, or explains that an upcoming visit prevents it. */
export default function DeleteVehicleDialog({
  vehicle,
  onClose,
  onDeleted,
}: DeleteVehicleDialogProps) {
  const { id, hasActiveJob } = vehicle
  const activeWarning = t(
    'This vehicle has active service appointments. You cannot delete it until those services are completed.',
  )
  return (
    <ConfirmCall
      call="DELETE /api/vehicles/{id}"
      input={{ params: { id } }}
      onClose={onClose}
      danger
      title={t('Delete vehicle')}
      confirmLabel={t('Delete vehicle')}
      cancelLabel={hasActiveJob ? t('Close') : t('Keep it')}
      disabledReason={hasActiveJob && activeWarning}
      description={
        hasActiveJob
          ? activeWarning
          : t(
              'Are you sure you want to delete this vehicle? This will permanently remove {year} {make} {model} from your account.',
              vehicle,
            )
      }
      successToast={{
        title: t('Vehicle deleted'),
        description: t('Your vehicle has been removed successfully.'),
      }}
      failureToast={({ status, message }) => {
        refreshThings(['vehicles'])
        const reason = status === 404 || status === 409
        return {
          title: t('Error'),
          description: reason
            ? translate(message)
            : t('Failed to delete vehicle. Please try again.'),
        }
      }}
      onDone={onDeleted}
    >
      {hasActiveJob && <BlockingVisits vehicleId={id} />}
      {!hasActiveJob && (
        <p className="text-sm text-soft">
          {t('Changed your mind later? Our office can restore it.')}
        </p>
      )}
    </ConfirmCall>
  )
}

/** The visits that keep the car from being deleted. */
function BlockingVisits({ vehicleId }: { vehicleId: string }) {
  const { data = [] } = useCall('GET /api/jobs/customer', { query: { limit: '50' } })
  const visits = data.filter((job) => job.vehicleId === vehicleId && isActiveJob(job.status))
  return (
    <ul className="space-y-1 empty:hidden">
      {visits.map(({ id, number, scheduledDate, scheduledTime }) => (
        <li key={id}>
          <TextLink href={paths.order(id)}>
            {number}, {formatVisit(scheduledDate, scheduledTime)}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
