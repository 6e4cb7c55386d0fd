import { Car } from 'lucide-react'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, wording } from '#shared/texts/t.ts'
import type { VisitProps } from './use-booking.ts'

/** Chooses one of the cars that are saved; each is in a booking once. */
export function SavedCarChoice({ booking, visit }: VisitProps) {
  const taken = booking.visits.flatMap(({ key, vehicleId }) => (key === visit.key ? [] : vehicleId))
  return (
    <RadioCards
      legend={t('Which car?')}
      columns={2}
      value={visit.vehicleId}
      onChange={(vehicleId) => {
        booking.change(visit.key, { vehicleId, packageId: null })
        booking.settle()
      }}
      error={booking.problem('vehicleId')}
      options={booking.offer.cars.map((one) => ({
        value: one.id,
        title: vehicleName(one),
        description: one.licensePlate,
        mark: <Car />,
        disabledReason: hasNoEngineOil(one)
          ? wording(noOilPhrase(one))
          : taken.includes(one.id) && t('Already in this booking'),
      }))}
    />
  )
}
