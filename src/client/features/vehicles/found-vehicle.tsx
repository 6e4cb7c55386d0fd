import { useCallback, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { newActionKey, useCall, useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Vehicle, VehicleSpec } from '#shared/contract/vehicles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, translate } from '#shared/texts/t.ts'
import { OilFacts } from './oil-facts.tsx'

/** A found car: what oil it needs, and one step to keep it or to book a visit for it. */
export function FoundVehicle({ spec, plate }: { spec: VehicleSpec; plate?: string }) {
  const { data: vehicles } = useCall('GET /api/vehicles')
  const [own, setOwn] = useState<Vehicle>()
  // Saved here or long ago: a second time would be a second car.
  const kept = own ?? vehicles?.find((vehicle) => spec.vin && vehicle.vin === spec.vin)
  return (
    <Card title={t('Vehicle Found!')}>
      {spec.warning && (
        <div className="mb-4">
          <Banner tone="warning">{translate(spec.warning)}</Banner>
        </div>
      )}
      <OilFacts spec={spec} />
      <div className="mt-5 space-y-4 border-t border-line pt-4">
        {kept ? (
          <KeptVehicle vehicle={kept} justNow={kept === own} />
        ) : (
          <KeepVehicle spec={spec} plate={plate} onKept={setOwn} />
        )}
      </div>
    </Card>
  )
}

function KeptVehicle({ vehicle, justNow }: { vehicle: Vehicle; justNow: boolean }) {
  // The button that was pressed is gone; without this a keyboard would start over at the top.
  const focusOnce = useCallback(
    (node: HTMLElement | null) => {
      if (justNow) node?.focus()
    },
    [justNow],
  )
  return (
    <>
      <p ref={focusOnce} tabIndex={-1} className="text-soft">
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

type KeepProps = { spec: VehicleSpec; plate?: string; onKept: (vehicle: Vehicle) => void }

function KeepVehicle({ spec, plate: known = '', onKept }: KeepProps) {
  const [, go] = useLocation()
  const [plate, setPlate] = useState(known)
  const [missing, setMissing] = useState(false)
  const actionKey = useRef(newActionKey())
  const input = useRef<HTMLInputElement>(null)
  const save = useWrite('POST /api/vehicles', {
    onError: (error) => {
      // Without an answer the car may have been added: the same key keeps a retry from adding it twice.
      if (error.status !== 0) actionKey.current = newActionKey()
      toast({
        title: t('Error'),
        description:
          error.status === 400
            ? translate(error.message)
            : t('Failed to add vehicle. Please try again.'),
        destructive: true,
      })
    },
  })
  const keep = (then: (vehicle: Vehicle) => void) => {
    if (!plate.trim()) {
      setMissing(true)
      return input.current?.focus()
    }
    const { make, model, year, vin } = spec
    const body = { make, model, year, licensePlate: plate.trim(), ...(vin && { vin }) }
    save.mutate({ body, idempotencyKey: actionKey.current }, { onSuccess: then })
  }
  return (
    <>
      <Field
        label={t('License plate')}
        hint={t('It helps the technician find the right car.')}
        error={missing && !plate.trim() ? t('Please enter license plate') : undefined}
      >
        <TextInput
          ref={input}
          plate
          autoComplete="off"
          maxLength={12}
          value={plate}
          onChange={(event) => setPlate(event.target.value.toUpperCase())}
        />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          variant="primary"
          pending={save.isPending}
          onClick={() => keep(({ id }) => go(paths.bookVehicle(id)))}
        >
          {t('Use This Vehicle for Booking')}
        </Button>
        <Button
          pending={save.isPending}
          onClick={() =>
            keep((vehicle) => {
              onKept(vehicle)
              toast({ title: t('Vehicle Added'), description: vehicleName(vehicle) })
            })
          }
        >
          {t('Save to my vehicles')}
        </Button>
      </div>
    </>
  )
}
