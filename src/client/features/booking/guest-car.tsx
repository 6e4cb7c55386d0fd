import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useCall, useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { questionStyle } from '#client/ui/question-style.ts'
import { TextInput } from '#client/ui/text-input.tsx'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { useGuestBooking } from './use-guest-booking.ts'

type GuestBooking = ReturnType<typeof useGuestBooking>

/** The car: found by its VIN, or typed with the makes and models that are known. */
export function GuestCar({ booking }: { booking: GuestBooking }) {
  const { form, setSpec } = booking
  const errors = form.formState.errors.vehicle
  const { data: makes = {} } = useCall('GET /api/vehicles/suggestions', undefined, {
    staleTime: Infinity,
  })
  const make = useWatch({ control: form.control, name: 'vehicle.make' }).trim().toLowerCase()
  const known = Object.entries(makes).find(([name]) => name.toLowerCase() === make)
  // Whoever types another car has left the one that the VIN found.
  const typed = (name: 'make' | 'model' | 'year') =>
    form.register(`vehicle.${name}`, {
      onChange: () => {
        form.setValue('vehicle.vin', undefined)
        setSpec(null)
      },
    })
  const say = (name: 'make' | 'model' | 'year' | 'licensePlate') => {
    const message = errors?.[name]?.message
    return message ? translate(message) : undefined
  }
  return (
    <fieldset className="space-y-4">
      <legend className={questionStyle}>{t('Which car?')}</legend>
      <VinSearch booking={booking} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Make')} error={say('make')}>
          <TextInput {...typed('make')} list="makes" autoComplete="off" placeholder="Toyota" />
        </Field>
        <Field label={t('Model')} error={say('model')}>
          <TextInput {...typed('model')} list="models" autoComplete="off" placeholder="Camry" />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('Year')} error={say('year')}>
          <TextInput {...typed('year')} inputMode="numeric" maxLength={4} placeholder="2018" />
        </Field>
        <Field label={t('License plate')} error={say('licensePlate')}>
          <TextInput
            {...form.register('vehicle.licensePlate')}
            plate
            autoComplete="off"
            maxLength={12}
            placeholder="ABC 1234"
          />
        </Field>
      </div>
      <datalist id="makes">
        {Object.keys(makes).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="models">
        {Object.keys(known?.[1] ?? {}).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </fieldset>
  )
}

function VinSearch({ booking: { form, spec, setSpec } }: { booking: GuestBooking }) {
  const [vin, setVin] = useState('')
  const [problem, setProblem] = useState('')
  const lookUp = useWrite('POST /api/vehicles/vin-lookup', {
    onSuccess: ({ vehicleSpec, error }) => {
      if (!vehicleSpec)
        return setProblem(
          error ?? t('Unable to find vehicle information. Please try manual entry.'),
        )
      const { make, model, year } = vehicleSpec
      const shown = { shouldValidate: form.formState.isSubmitted }
      form.setValue('vehicle.make', make, shown)
      form.setValue('vehicle.model', model, shown)
      form.setValue('vehicle.year', year, shown)
      form.setValue('vehicle.vin', vehicleSpec.vin)
      form.setValue('servicePackageId', undefined)
      setProblem('')
      setSpec(vehicleSpec)
    },
    onError: (error) => setProblem(error.message),
  })
  const search = () => {
    const wanted = vin.trim().toUpperCase()
    if (wanted) lookUp.mutate({ body: { vin: wanted } })
    else setProblem(t('Please enter a valid 17-character VIN number.'))
  }
  return (
    <>
      <div className="flex items-start gap-2">
        <Field
          label={t('VIN')}
          hint={t('With it we fill in the car and know its oil.')}
          error={problem ? translate(problem) : undefined}
          optional
          className="flex-1"
        >
          <TextInput
            plate
            maxLength={17}
            autoComplete="off"
            value={vin}
            onChange={(event) => setVin(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter here looks the car up instead of sending the whole form.
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
