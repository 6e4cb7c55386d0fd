import { Car as CarIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { noOilPhrase } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, wording } from '#shared/texts/t.ts'
import type { Car } from './booking-draft.ts'
import type { VisitProps } from './use-booking.ts'

export function SavedCarChoice(
  props: VisitProps & {
    cars?: readonly Car[]
    others?: ComponentProps<typeof RadioCards<string>>['options']
  },
) {
  const { booking, visit, cars = booking.offer.cars, others = [] } = props
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
      options={[
        ...cars.map((one) => ({
          value: one.id,
          title: vehicleName(one),
          description: one.licensePlate,
          mark: <CarIcon />,
          disabledReason: hasNoEngineOil(one)
            ? wording(noOilPhrase(one))
            : taken.includes(one.id) && t('Already in this booking'),
        })),
        ...others,
      ]}
    />
  )
}
