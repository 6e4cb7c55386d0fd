import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { VehicleForm as schema, type VehicleForm as Values } from '#shared/contract/vehicles.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useSuggestions } from './use-suggestions.ts'

interface VehicleFormProps {
  initial?: Partial<Values>
  /** Asks for the VIN too. */
  withVin?: boolean
  pending: boolean
  /** The button or link that leaves everything as it was. */
  cancel: ReactNode
  onSave: (vehicle: Values) => void
}

/** Make, model, year and plate; makes, models and years are suggested, anything may be typed. */
export function VehicleForm({ initial, withVin, pending, cancel, onSave }: VehicleFormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { make: '', model: '', year: '', licensePlate: '', ...initial },
  })
  const [make, model, year] = useWatch({
    control: form.control,
    name: ['make', 'model', 'year'],
  })
  const { makes, models, years } = useSuggestions({ make, model, year })
  const id = useId()
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
          list={`${id}makes`}
          autoComplete="off"
          placeholder="Toyota"
          {...form.register('make')}
        />
      </Field>
      <Field label={t('Model')} error={error('model')}>
        <TextInput
          list={`${id}models`}
          autoComplete="off"
          placeholder="Camry"
          {...form.register('model')}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('Year')} error={error('year')}>
          <TextInput
            list={`${id}years`}
            autoComplete="off"
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
            maxLength={12}
            placeholder="ABC 1234"
            {...form.register('licensePlate')}
          />
        </Field>
      </div>
      {withVin && (
        <Field
          label={t('VIN')}
          hint={t('With it we know the engine and its oil.')}
          error={error('vin')}
          optional
        >
          <TextInput
            plate
            autoComplete="off"
            maxLength={17}
            {...form.register('vin', {
              setValueAs: (typed?: string) => typed?.trim().toUpperCase() || undefined,
            })}
          />
        </Field>
      )}
      <Suggestions id={`${id}makes`} options={makes} />
      <Suggestions id={`${id}models`} options={models} />
      <Suggestions id={`${id}years`} options={years} />
      <div className="flex gap-3 pt-1">
        <Button type="submit" variant="primary" pending={pending} className="flex-1">
          {t('Save Vehicle')}
        </Button>
        {cancel}
      </div>
    </form>
  )
}

function Suggestions({ id, options }: { id: string; options: readonly (string | number)[] }) {
  return (
    <datalist id={id}>
      {options.map((option) => (
        <option key={option} value={option} />
      ))}
    </datalist>
  )
}
