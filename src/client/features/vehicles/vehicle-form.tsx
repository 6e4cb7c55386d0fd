import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { useCall } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { VehicleForm as schema, type VehicleForm as Values } from '#shared/contract/vehicles.ts'
import { t, translate } from '#shared/texts/t.ts'

interface VehicleFormProps {
  initial?: Partial<Values>
  pending: boolean
  cancelHref: string
  onSave: (vehicle: Values) => void
}

/** Make, model, year and plate; makes and models are suggested, anything may be typed. */
export function VehicleForm({ initial, pending, cancelHref, onSave }: VehicleFormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { make: '', model: '', year: '', licensePlate: '', ...initial },
  })
  const { data: makes = {} } = useCall('GET /api/vehicles/suggestions', undefined, {
    staleTime: Infinity,
  })
  const make = useWatch({ control: form.control, name: 'make' }).trim().toLowerCase()
  const known = Object.entries(makes).find(([name]) => name.toLowerCase() === make)
  const models = Object.keys(known?.[1] ?? {})
  const error = (name: keyof Values) => {
    const message = form.formState.errors[name]?.message
    return message ? translate(message) : undefined
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(onSave)(event)}
      className="space-y-5"
    >
      <Field label={t('Make')} error={error('make')}>
        <TextInput
          list="makes"
          autoComplete="off"
          placeholder="Toyota"
          {...form.register('make')}
        />
      </Field>
      <Field label={t('Model')} error={error('model')}>
        <TextInput
          list="models"
          autoComplete="off"
          placeholder="Camry"
          {...form.register('model')}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('Year')} error={error('year')}>
          <TextInput
            inputMode="numeric"
            maxLength={4}
            placeholder="2018"
            {...form.register('year')}
          />
        </Field>
        <Field label={t('License plate')} error={error('licensePlate')}>
          <TextInput
            plate
            autoComplete="off"
            placeholder="ABC 1234"
            {...form.register('licensePlate')}
          />
        </Field>
      </div>
      <datalist id="makes">
        {Object.keys(makes).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="models">
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="flex gap-3 pt-1">
        <Button type="submit" variant="primary" pending={pending} className="flex-1">
          {t('Save Vehicle')}
        </Button>
        <LinkButton href={cancelHref}>{t('Cancel')}</LinkButton>
      </div>
    </form>
  )
}
