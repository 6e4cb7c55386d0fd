import { type ComponentProps, Suspense, useId, useState } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, questionStyle } from '#client/ui/field.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { TextInput } from '#client/ui/text-input.tsx'
import { typedVin, vinWarning } from '#shared/rules/vin.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { TypedCar } from './typed-car.ts'
import type { Booking } from './use-booking.ts'

// The fields work without suggestions.
const VehicleSuggestions = lazyComponent(() => import('#client/app/vehicle-suggestions.tsx'))

interface TypedCarProps {
  booking: Booking
  car: TypedCar
  set: (part: Partial<TypedCar>) => void
  visitKey?: number
}

type TypedField = 'make' | 'model' | 'year' | 'licensePlate'

/** Finds the car by VIN, or takes typed values with suggested makes and models. */
export function TypedCarFields(props: TypedCarProps) {
  const {
    booking,
    car: { vehicle },
    set,
  } = props
  const id = useId()
  const input = (name: TypedField, props: ComponentProps<typeof TextInput>) => (
    <TextInput
      {...props}
      autoComplete="off"
      value={vehicle[name]}
      onChange={({ target: { value } }) =>
        set({
          vehicle: { ...vehicle, [name]: value },
          // Editing the car discards the VIN's result.
          ...(name !== 'licensePlate' && { spec: null }),
        })
      }
    />
  )
  return (
    <fieldset className="space-y-4">
      <legend className={questionStyle}>{t('Which car?')}</legend>
      <VinSearch {...props} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Make')} error={booking.problem('make')}>
          {input('make', { list: `${id}makes`, placeholder: 'Toyota' })}
        </Field>
        <Field label={t('Model')} error={booking.problem('model') ?? booking.problem('vehicleId')}>
          {input('model', { list: `${id}models`, placeholder: 'Camry' })}
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('Year')} error={booking.problem('year')}>
          {input('year', { inputMode: 'numeric', maxLength: 4, placeholder: '2018' })}
        </Field>
        <Field label={t('License plate')} error={booking.problem('licensePlate')}>
          {input('licensePlate', { plate: true, maxLength: 12, placeholder: 'ABC 1234' })}
        </Field>
      </div>
      <Suspense>
        <VehicleSuggestions id={id} {...vehicle} />
      </Suspense>
    </fieldset>
  )
}

function VinSearch({ booking, car: { vin, vehicle, spec }, set, visitKey }: TypedCarProps) {
  const [problem, setProblem] = useState('')
  const lookUp = useWrite('POST /api/vehicles/vin-lookup', {
    onSuccess: ({ vehicleSpec, error }) => {
      if (!vehicleSpec)
        return setProblem(
          error ?? t('Unable to find vehicle information. Please try manual entry.'),
        )
      const { make, model, year } = vehicleSpec
      setProblem('')
      set({ vehicle: { ...vehicle, make, model, year }, spec: vehicleSpec })
      booking.forgive()
      for (const { key } of booking.visits)
        if (visitKey === undefined || key === visitKey) booking.change(key, { packageId: null })
    },
    onError: (error) => setProblem(error.message),
  })
  const search = () => {
    const wanted = vin
    if (wanted) lookUp.mutate({ body: { vin: wanted } })
    else setProblem(t('Please enter a valid 17-character VIN number.'))
  }
  const message = problem ? translate(problem) : booking.problem('vin')
  return (
    <>
      <div className="flex items-start gap-2">
        <Field
          label={t('VIN')}
          hint={vinWarning(vin) ?? t('With it we fill in the car and its oil.')}
          error={message}
          optional
          className="flex-1"
        >
          <TextInput
            plate
            autoComplete="off"
            value={vin}
            onChange={(event) => {
              setProblem('')
              set({ vin: typedVin(event.target.value) })
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter looks up the VIN instead of continuing.
              event.preventDefault()
              search()
            }}
          />
        </Field>
        <Button className="mt-7.5" pending={lookUp.isPending} onClick={search}>
          {t('Look Up VIN')}
        </Button>
      </div>
      {spec && (
        <Banner tone="success" live title={t('Vehicle Found!')}>
          {[vehicleName(spec), spec.engine, spec.note].filter(Boolean).join(' · ')}
        </Banner>
      )}
    </>
  )
}
