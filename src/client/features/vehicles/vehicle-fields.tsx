import { useId } from 'react'
import type { Fields } from '#client/app/form/fields.tsx'
import VehicleSuggestions from '#client/app/vehicle-suggestions.tsx'
import type { VehicleForm } from '#shared/contract/vehicles.ts'
import { t } from '#shared/texts/t.ts'

interface VehicleFieldsProps {
  fields: Fields<VehicleForm>
  values: Partial<VehicleForm>
}

export function VehicleFields({ fields: { TextField }, values }: VehicleFieldsProps) {
  const { make = '', model = '', year = '' } = values
  const id = useId()
  return (
    <>
      <TextField name="make" label={t('Make')} list={`${id}makes`} placeholder="Toyota" />
      <TextField name="model" label={t('Model')} list={`${id}models`} placeholder="Camry" />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          name="year"
          label={t('Year')}
          list={`${id}years`}
          inputMode="numeric"
          placeholder="2018"
        />
        <TextField name="licensePlate" label={t('License plate')} plate placeholder="ABC 1234" />
      </div>
      <VehicleSuggestions id={id} make={make} model={model} year={year} />
    </>
  )
}
