import { refreshThings, useWrite } from '#client/app/queries.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Asks before deleting; for a car with a visit ahead it only says why that cannot be. */
export function DeleteVehicleDialog(props: {
  vehicle: Vehicle | null
  onClose: () => void
  onDeleted?: () => void
}) {
  const { vehicle, onClose, onDeleted } = props
  const remove = useWrite('DELETE /api/vehicles/{id}', {
    onSuccess: () => {
      onClose()
      toast({
        title: t('Vehicle deleted'),
        description: t('Your vehicle has been removed successfully.'),
      })
      onDeleted?.()
    },
    onError: (error) => {
      // Closed first: the dialog would lie over the toast.
      onClose()
      refreshThings(['vehicles'])
      const reason = error.status === 404 || error.status === 409
      toast({
        title: t('Error'),
        description: reason
          ? translate(error.message)
          : t('Failed to delete vehicle. Please try again.'),
        destructive: true,
      })
    },
  })
  if (!vehicle) return null
  const { id, year, make, model, hasActiveJob } = vehicle
  const activeWarning = t(
    'This vehicle has active service appointments. You cannot delete it until those services are completed.',
  )
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id } })}
      pending={remove.isPending}
      title={t('Delete vehicle')}
      confirmLabel={t('Delete vehicle')}
      cancelLabel={hasActiveJob ? t('Close') : t('Keep it')}
      disabledReason={hasActiveJob && activeWarning}
      description={
        hasActiveJob
          ? activeWarning
          : t(
              'Are you sure you want to delete this vehicle? This will permanently remove {year} {make} {model} from your account.',
              { year, make, model },
            )
      }
    >
      {!hasActiveJob && (
        <p className="text-sm text-soft">
          {t('Changed your mind later? Our office can bring it back.')}
        </p>
      )}
    </ConfirmDialog>
  )
}
