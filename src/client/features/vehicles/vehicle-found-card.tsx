import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { paths } from '#shared/rules/paths.ts'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.ts'
import { type Vehicle, VehicleForm, type VehicleSpec } from '#shared/contract/vehicles.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { shownCapacity } from '#shared/rules/shown-capacity.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, translate } from '#shared/texts/t.ts'

const PlateForm = z.pick(VehicleForm, { licensePlate: true })

/** A found car with its oil, and one step to save it or book. */
export function VehicleFoundCard({ spec, plate }: { spec: VehicleSpec; plate?: string }) {
  const { data: vehicles } = useCall('GET /api/vehicles')
  const [own, setOwn] = useState<Vehicle>()
  // If already saved, saving again would duplicate it.
  const saved = own ?? vehicles?.find((vehicle) => spec.vin && vehicle.vin === spec.vin)
  return (
    <Card title={t('Vehicle Found!')}>
      {spec.warning && (
        <div className="mb-4">
          <Banner tone="warning">{translate(spec.warning)}</Banner>
        </div>
      )}
      <Facts
        items={[
          { label: t('Year'), value: spec.year },
          { label: t('Make'), value: spec.make },
          { label: t('Model'), value: spec.model },
          { label: t('Trim'), value: spec.trim },
          { label: t('Engine'), value: spec.engine },
          { label: t('Oil type'), value: translate(oilTypeLabel(spec.oilType)) },
          {
            label: t('Oil capacity'),
            value:
              spec.oilCapacity === null
                ? t('Technician will confirm')
                : t('{quarts} quarts', { quarts: spec.oilCapacity }),
          },
          {
            label: t('Recommended service'),
            value: translate(oilTypeLabel(spec.recommendedServiceLevel)),
          },
        ]}
      />
      <p className="mt-3 text-sm text-soft">
        {translate(spec.note ?? shownCapacity(spec).source ?? '')}
      </p>
      <div className="mt-5 space-y-4 border-t border-line pt-4">
        {saved ? (
          <KeptVehicle vehicle={saved} justNow={saved === own} />
        ) : (
          <KeepVehicle spec={spec} plate={plate} onSaved={setOwn} />
        )}
      </div>
    </Card>
  )
}

// The pressed button is gone; without this keyboard focus would restart at the top.
const focus = (node: HTMLElement | null) => node?.focus()

function KeptVehicle({ vehicle, justNow }: { vehicle: Vehicle; justNow: boolean }) {
  return (
    <>
      <p ref={justNow ? focus : undefined} tabIndex={-1} className="text-soft">
        {t('This car is already one of your vehicles.')}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <LinkButton variant="primary" href={paths.bookVehicle(vehicle.id)}>
          {t('Use This Vehicle for Booking')}
        </LinkButton>
        <LinkButton href={paths.vehicle(vehicle.id)}>{t('View details')}</LinkButton>
      </div>
    </>
  )
}

interface KeepVehicleProps {
  spec: VehicleSpec
  plate: string | undefined
  onSaved: (vehicle: Vehicle) => void
}

/** Asks the last question, then saves the car and books, or stays. */
function KeepVehicle({ spec, plate, onSaved }: KeepVehicleProps) {
  const [, go] = useLocation()
  const books = useRef(false)
  const { make, model, year, vin } = spec
  return (
    <PageForm
      call="POST /api/vehicles"
      input={({ licensePlate }) => ({
        body: {
          make,
          model,
          year,
          vin: vin || undefined,
          licensePlate: licensePlate.toUpperCase(),
        },
      })}
      schema={PlateForm}
      defaultValues={{ licensePlate: plate }}
      guarded={false}
      failureToast={({ status, message }) => ({
        title: t('Error'),
        description:
          status === 400 || status === 409
            ? translate(message)
            : t('Failed to add vehicle. Please try again.'),
      })}
      onSaved={(vehicle) => {
        if (books.current) return go(paths.bookVehicle(vehicle.id))
        onSaved(vehicle)
        toast({ title: t('Vehicle Added'), description: vehicleName(vehicle) })
      }}
      className="space-y-4"
    >
      {({ TextField }) => (
        <>
          <TextField
            name="licensePlate"
            label={t('License plate')}
            hint={t('It helps the technician find the right car.')}
            plate
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <SubmitButton onClick={() => (books.current = true)}>
              {t('Use This Vehicle for Booking')}
            </SubmitButton>
            <SubmitButton variant="secondary" onClick={() => (books.current = false)}>
              {t('Save to my vehicles')}
            </SubmitButton>
          </div>
        </>
      )}
    </PageForm>
  )
}
