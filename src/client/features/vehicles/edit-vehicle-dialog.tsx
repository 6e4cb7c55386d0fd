import { useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, translate } from '#shared/texts/t.ts'
import { VehicleForm } from './vehicle-form.tsx'

/** Corrects a car; for another make, model, year or VIN the server looks its oil up anew. */
export function EditVehicleDialog({ vehicle, onClose }: { vehicle: Vehicle; onClose: () => void }) {
  const { id, make, model, year, licensePlate, vin } = vehicle
  const change = useWrite('PATCH /api/vehicles/{id}', {
    onSuccess: (changed) => {
      onClose()
      toast({ title: t('Vehicle updated'), description: vehicleName(changed) })
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('Edit vehicle')}>
      {change.isError && (
        <div className="mb-4">
          <Banner tone="error" live title={t('The vehicle was not changed')}>
            {translate(change.error.message)}
          </Banner>
        </div>
      )}
      <VehicleForm
        withVin
        initial={{ make, model, year, licensePlate, vin: vin ?? undefined }}
        pending={change.isPending}
        cancel={<Button onClick={onClose}>{t('Cancel')}</Button>}
        onSave={(values) =>
          change.mutate({ params: { id }, body: { ...values, vin: values.vin ?? null } })
        }
      />
    </Dialog>
  )
}
