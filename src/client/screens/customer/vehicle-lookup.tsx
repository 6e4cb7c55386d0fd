import { type FormEvent, type ReactNode, useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import type { CallInput } from '#client/app/call.ts'
import { useWrite } from '#client/app/queries.ts'
import { VehicleFoundCard } from '#client/features/vehicles/vehicle-found-card.tsx'
import { ScanVin } from '#client/features/vehicles/scan-vin.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Page } from '#client/ui/page.tsx'
import { Select } from '#client/ui/select.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { toast, type ToastMessage } from '#client/ui/toast.ts'
import type { VehicleSpec } from '#shared/contract/vehicles.ts'
import { typedVin } from '#shared/rules/vin.ts'
import { usStates } from '#shared/rules/us-states.ts'
import { t, translate } from '#shared/texts/t.ts'

type Found = { spec: VehicleSpec; plate?: string }
type Result = Found | { problem: string; noOil?: boolean }

export default function VehicleLookup() {
  const [result, setResult] = useState<Result | null>(null)
  return (
    <Page
      title={t('Find your vehicle')}
      lede={t('Get personalized oil change recommendations')}
      back={{ href: paths.home, label: t('Home') }}
    >
      <Tabs
        label={t('Find by')}
        onChange={() => setResult(null)}
        tabs={[
          { id: 'vin', label: t('VIN Lookup'), content: <VinTab onResult={setResult} /> },
          { id: 'plate', label: t('License Plate'), content: <PlateTab onResult={setResult} /> },
        ]}
      />
      <div aria-live="polite" className="mt-6">
        {result && 'spec' in result && <VehicleFoundCard key={result.spec.vin} {...result} />}
        {result && 'problem' in result && (
          <Banner
            tone={result.noOil ? 'success' : 'info'}
            title={result.noOil ? t('Good news: no oil to change') : t('Vehicle Not Found')}
          >
            {translate(result.problem)}
          </Banner>
        )}
      </div>
      {!(result && 'spec' in result) && (
        <p className="mt-6 text-center text-soft">
          {t('No VIN handy?')}{' '}
          <TextLink href={paths.addVehicle}>{t('Enter the car by hand')}</TextLink>
        </p>
      )}
    </Page>
  )
}

interface LookupProps {
  call: 'POST /api/vehicles/vin-lookup' | 'POST /api/vehicles/plate-lookup'
  /** Null while the input is incomplete. */
  body: CallInput<LookupProps['call']>['body'] | null
  missing: ToastMessage
  /** When the server gives no reason. */
  notFound: string
  failed: string
  /** When there is no response. */
  unreachable: string
  submitLabel: string
  /** Marks the fields that are missing. */
  onMissing?: () => void
  onResult: (result: Result) => void
  children: ReactNode
}

function Lookup(props: LookupProps) {
  const { call, body, missing, notFound, failed, unreachable, submitLabel, onResult, onMissing } =
    props
  const { children } = props
  const lookup = useWrite(call, {
    onSuccess: ({ success, vehicleSpec: spec, noOil, error }, { body: sent }) => {
      if (success && spec) {
        toast({
          title: t('Vehicle Found!'),
          description: t('{year} {make} {model} - Oil recommendations loaded.', spec),
        })
        return onResult({ spec, plate: 'plate' in sent ? sent.plate : undefined })
      }
      const problem = error ?? notFound
      if (!noOil)
        toast({
          title: t('Vehicle Not Found'),
          description: translate(problem),
          destructive: true,
        })
      onResult({ problem, noOil })
    },
    onError: ({ status, message }) =>
      toast({
        title: t('Lookup Failed'),
        description: status === 0 ? unreachable : status < 500 ? translate(message) : failed,
        destructive: true,
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body) lookup.mutate({ body })
    else {
      onMissing?.()
      toast({ ...missing, destructive: true })
    }
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="space-y-4">
        {children}
        <Button type="submit" variant="primary" wide pending={lookup.isPending}>
          {submitLabel}
        </Button>
      </form>
    </Card>
  )
}

type TabProps = Pick<LookupProps, 'onResult'>

function VinTab({ onResult }: TabProps) {
  const [vin, setVin] = useState('')
  return (
    <Lookup
      call="POST /api/vehicles/vin-lookup"
      body={vin ? { vin } : null}
      missing={{
        title: t('VIN Required'),
        description: t('Please enter a valid 17-character VIN number.'),
      }}
      notFound={t('Unable to find vehicle information. Please try manual entry.')}
      failed={t('VIN lookup failed')}
      unreachable={t('Something went wrong with the VIN lookup.')}
      submitLabel={t('Look Up VIN')}
      onResult={onResult}
    >
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
          value={vin}
          onChange={(event) => setVin(typedVin(event.target.value))}
          after={<span className="text-sm">{vin.length}/17</span>}
        />
      </Field>
      <ScanVin vin={vin} onVin={setVin} />
    </Lookup>
  )
}

function PlateTab({ onResult }: TabProps) {
  const [plate, setPlate] = useState('')
  const [state, setState] = useState('')
  const [tried, setTried] = useState(false)
  return (
    <Lookup
      call="POST /api/vehicles/plate-lookup"
      body={plate.trim() && state ? { plate: plate.trim(), state } : null}
      missing={{
        title: t('Information Required'),
        description: t('Please enter both license plate and state.'),
      }}
      notFound={t(
        'License plate lookup is not available yet. Please use VIN lookup or manual entry.',
      )}
      failed={t('License plate lookup failed')}
      unreachable={t('Something went wrong with the license plate lookup.')}
      submitLabel={t('Look Up Plate')}
      onMissing={() => setTried(true)}
      onResult={onResult}
    >
      <Banner tone="warning">
        {t(
          'License plate lookup needs extra setup and may be unavailable in some states. VIN lookup is recommended.',
        )}
      </Banner>
      <div className="grid grid-cols-[2fr_1fr] gap-4">
        <Field
          label={t('License plate')}
          error={tried && !plate.trim() ? t('Enter the plate') : undefined}
        >
          <TextInput
            plate
            name="plate"
            autoComplete="off"
            maxLength={12}
            value={plate}
            onChange={(event) => setPlate(event.target.value.toUpperCase())}
          />
        </Field>
        <Field label={t('State')} error={tried && !state ? t('Choose the state') : undefined}>
          <Select
            name="state"
            placeholder={t('State')}
            value={state}
            onChange={(event) => setState(event.target.value)}
            options={usStates.map((code) => ({ value: code, label: code }))}
          />
        </Field>
      </div>
    </Lookup>
  )
}
