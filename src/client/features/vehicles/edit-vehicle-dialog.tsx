import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type Vehicle, type VehicleChange, VehicleForm } from '#shared/contract/vehicles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { VehicleFields } from './vehicle-fields.tsx'

/** What was changed and nothing else: another tab may have changed the rest meanwhile. */
function changesOf(
  before: Vehicle,
  { vin = null, ...values }: Omit<VehicleForm, 'vin'> & { vin?: string | null },
) {
  const after = { ...values, vin }
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof typeof after] !== value),
  ) as VehicleChange
}

/** Corrects a car; for another make, model, year or VIN the server looks its oil up anew. */
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
            hint={t('With it we know the engine and its oil.')}
            plate
            // Room for the blanks and dashes of a pasted one, which the schema takes out.
            maxLength={40}
          />
        </>
      )}
    </DialogForm>
  )
}
