import { type FormEvent, useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { useWrite } from '#client/app/queries.ts'
import { FoundVehicle } from '#client/features/vehicles/found-vehicle.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Select } from '#client/ui/select.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { toast } from '#client/ui/toast.ts'
import type { VehicleSpec } from '#shared/contract/vehicles.ts'
import { usStates } from '#shared/rules/us-states.ts'
import { t, translate } from '#shared/texts/t.ts'

type Found = { spec: VehicleSpec; plate?: string }
/** What the last lookup ended with: a car, or why there is none. */
type Result = Found | { problem: string }

export default function VehicleLookup() {
  const [result, setResult] = useState<Result | null>(null)
  return (
    <div className="mx-auto max-w-column">
      <PageHeader
        title={t('Find your vehicle')}
        lede={t('Get personalized oil change recommendations')}
        back={{ href: paths.home, label: t('Home') }}
      />
      <Tabs
        label={t('Find by')}
        onChange={() => setResult(null)}
        tabs={[
          { id: 'vin', label: t('VIN Lookup'), content: <VinTab onResult={setResult} /> },
          { id: 'plate', label: t('License Plate'), content: <PlateTab onResult={setResult} /> },
        ]}
      />
      <div aria-live="polite" className="mt-6">
        {result && 'spec' in result && <FoundVehicle key={result.spec.vin} {...result} />}
        {result && 'problem' in result && (
          <Banner title={t('Vehicle Not Found')}>{translate(result.problem)}</Banner>
        )}
      </div>
      {!(result && 'spec' in result) && (
        <p className="mt-6 text-center text-soft">
          {t('No VIN handy?')}{' '}
          <TextLink href={paths.addVehicle}>{t('Enter the car by hand')}</TextLink>
        </p>
      )}
    </div>
  )
}

function reportFound(spec: VehicleSpec) {
  toast({
    title: t('Vehicle Found!'),
    description: t('{year} {make} {model} - Oil recommendations loaded.', {
      year: spec.year,
      make: spec.make,
      model: spec.model,
    }),
  })
}

function reportNotFound(description: string) {
  toast({ title: t('Vehicle Not Found'), description: translate(description), destructive: true })
  return { problem: description }
}

function reportFailure(description: string) {
  toast({ title: t('Lookup Failed'), description: translate(description), destructive: true })
}

type TabProps = { onResult: (result: Result) => void }

function VinTab({ onResult }: TabProps) {
  const [vin, setVin] = useState('')
  const lookup = useWrite('POST /api/vehicles/vin-lookup', {
    onSuccess: ({ success, vehicleSpec, error }) => {
      if (success && vehicleSpec) {
        reportFound(vehicleSpec)
        return onResult({ spec: vehicleSpec })
      }
      onResult(
        reportNotFound(error ?? t('Unable to find vehicle information. Please try manual entry.')),
      )
    },
    onError: (error) =>
      reportFailure(
        error.status < 500 ? error.message : t('Something went wrong with the VIN lookup.'),
      ),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const sent = vin.trim().toUpperCase()
    if (sent) return lookup.mutate({ body: { vin: sent } })
    toast({
      title: t('VIN Required'),
      description: t('Please enter a valid 17-character VIN number.'),
      destructive: true,
    })
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="space-y-4">
        <Field
          label={t('VIN')}
          hint={t(
            '17 characters: on the dashboard behind the windshield, or inside the driver door.',
          )}
        >
          <TextInput
            plate
            name="vin"
            autoComplete="off"
            maxLength={17}
            value={vin}
            onChange={(event) => setVin(event.target.value.toUpperCase())}
            after={<span className="text-sm">{vin.length}/17</span>}
          />
        </Field>
        <Button type="submit" variant="primary" wide pending={lookup.isPending}>
          {t('Look Up VIN')}
        </Button>
      </form>
    </Card>
  )
}

function PlateTab({ onResult }: TabProps) {
  const [plate, setPlate] = useState('')
  const [state, setState] = useState('')
  const lookup = useWrite('POST /api/vehicles/plate-lookup', {
    onSuccess: ({ success, vehicleSpec, error }) => {
      if (success && vehicleSpec) {
        reportFound(vehicleSpec)
        return onResult({ spec: vehicleSpec, plate })
      }
      onResult(
        reportNotFound(
          error ??
            t('License plate lookup is not available yet. Please use VIN lookup or manual entry.'),
        ),
      )
    },
    onError: (error) =>
      reportFailure(
        error.status < 500
          ? error.message
          : t('Something went wrong with the license plate lookup.'),
      ),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (plate.trim() && state) return lookup.mutate({ body: { plate: plate.trim(), state } })
    toast({
      title: t('Information Required'),
      description: t('Please enter both license plate and state.'),
      destructive: true,
    })
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="space-y-4">
        <Banner tone="warning">
          {t(
            'License plate lookup needs extra setup and may be unavailable in some states. VIN lookup is recommended.',
          )}
        </Banner>
        <div className="grid grid-cols-[2fr_1fr] gap-4">
          <Field label={t('License plate')}>
            <TextInput
              plate
              name="plate"
              autoComplete="off"
              maxLength={12}
              value={plate}
              onChange={(event) => setPlate(event.target.value.toUpperCase())}
            />
          </Field>
          <Field label={t('State')}>
            <Select
              name="state"
              placeholder={t('State')}
              value={state}
              onChange={(event) => setState(event.target.value)}
              options={usStates.map((code) => ({ value: code, label: code }))}
            />
          </Field>
        </div>
        <Button type="submit" variant="primary" wide pending={lookup.isPending}>
          {t('Look Up Plate')}
        </Button>
      </form>
    </Card>
  )
}
