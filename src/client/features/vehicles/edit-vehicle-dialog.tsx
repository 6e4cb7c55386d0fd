import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type Vehicle, type VehicleChange, VehicleForm } from '#shared/contract/vehicles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { vinWarning } from '#shared/rules/vin.ts'
import { t } from '#shared/texts/t.ts'
import { VehicleFields } from './vehicle-fields.tsx'

/** Only the changed fields, so changes from another tab stay. */
function changesOf(
  before: Vehicle,
  { vin = null, ...values }: Omit<VehicleForm, 'vin'> & { vin?: string | null },
) {
  const after = { ...values, vin }
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof typeof after] !== value),
  ) as VehicleChange
}

/** Edits a car; a new make, model, year or VIN makes the server look up its oil again. */
export default function EditVehicleDialog(props: { vehicle: Vehicle; onClose: () => void }) {
  const { id, make, model, year, licensePlate, vin } = props.vehicle
  return (
    <DialogForm
      call="PATCH /api/vehicles/{id}"
      input={(values) => ({ params: { id }, body: changesOf(props.vehicle, values) })}
      schema={VehicleForm}
      defaultValues={{ make, model, year, licensePlate, vin: vin ?? undefined }}
      onClose={props.onClose}
      title={t('Edit vehicle')}
      submitLabel={t('Save Vehicle')}
      failureTitle={t('The vehicle was not changed')}
      successToast={(changed) => ({
        title: t('Vehicle updated'),
        description: vehicleName(changed),
      })}
    >
      {(fields, values) => (
        <>
          <VehicleFields fields={fields} values={values} />
          <fields.TextField
            name="vin"
            label={t('VIN')}
            hint={vinWarning(values.vin) ?? t('With it we know the engine and its oil.')}
            plate
            // Leaves room for spaces and dashes in pasted VINs, which the schema removes.
            maxLength={40}
          />
        </>
      )}
    </DialogForm>
  )
}
