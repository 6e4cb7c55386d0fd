import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#client/app/paths.ts'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import type { VehicleSpec } from '#shared/contract/vehicles.ts'
import { t, translate } from '#shared/texts/t.ts'
import { OilFacts } from './oil-facts.tsx'

/** A found car: what oil it needs, and one step to a booking that saves it on the way. */
export function FoundVehicle({ spec, plate: known = '' }: { spec: VehicleSpec; plate?: string }) {
  const [, go] = useLocation()
  const [plate, setPlate] = useState(known)
  const [missing, setMissing] = useState(false)
  const actionKey = useRef(newActionKey())
  const save = useWrite('POST /api/vehicles', {
    refreshes: ['GET /api/vehicles'],
    onSuccess: (vehicle) => go(paths.bookVehicle(vehicle.id)),
    onError: (error) => {
      // Without an answer the car may have been added: the same key keeps a retry from adding it twice.
      if (error.status !== 0) actionKey.current = newActionKey()
      toast({ title: t('Error'), description: translate(error.message), destructive: true })
    },
  })
  const use = () => {
    if (!plate.trim()) return setMissing(true)
    const { make, model, year, vin } = spec
    save.mutate({
      body: { make, model, year, licensePlate: plate.trim(), ...(vin && { vin }) },
      idempotencyKey: actionKey.current,
    })
  }
  return (
    <Card title={t('Vehicle Found!')}>
      {spec.warning && (
        <div className="mb-4">
          <Banner tone="warning">{translate(spec.warning)}</Banner>
        </div>
      )}
      <OilFacts spec={spec} />
      <div className="mt-5 space-y-4 border-t border-line pt-4">
        <Field
          label={t('License plate')}
          hint={t('So that the technician finds the right car.')}
          error={missing && !plate.trim() ? t('Please enter license plate') : undefined}
        >
          <TextInput
            plate
            autoComplete="off"
            maxLength={12}
            value={plate}
            onChange={(event) => setPlate(event.target.value.toUpperCase())}
          />
        </Field>
        <Button variant="primary" wide pending={save.isPending} onClick={use}>
          {t('Use This Vehicle for Booking')}
        </Button>
      </div>
    </Card>
  )
}
