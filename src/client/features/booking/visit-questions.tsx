import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import { priceOn } from '#shared/rules/dated-values.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import type { Visit } from './booking-draft.ts'
import { PackageChoice } from './package-choice.tsx'
import { Question } from './question.tsx'
import type { VisitProps } from './use-booking.ts'
import { VisitSlot } from './slot-picker.tsx'

type VisitQuestionsProps = VisitProps & {
  vehicle: (visit: Visit) => ReactNode
  noneSuits?: ((visit: Visit) => ReactNode) | undefined
}

/** Asks for car, oil, day and time; `vehicle` renders the car's question. */
export function VisitQuestions(props: VisitQuestionsProps) {
  const { booking, visit, vehicle, noneSuits } = props
  const { key, car, servicePackage, addons, date, time, cents } = visit
  const { offer, open } = booking
  const others = booking.visits.filter((one) => one.key !== key)
  const mayAdd = car && addons.length === 0 && offer.addons.length > 0 && open !== 'package'
  return (
    <>
      <Question
        booking={booking}
        name="vehicle"
        title={t('Which car?')}
        answer={car && [vehicleName(car), car.licensePlate].filter(Boolean).join(' · ')}
      >
        {vehicle(visit)}
      </Question>
      <Question
        booking={booking}
        name="package"
        title={t('Package')}
        answer={
          servicePackage && (
            <>
              {servicePackage.name} <Money cents={priceOn(servicePackage, visit.date)} />
              {addons.map(({ id, name, price }) => (
                <span key={id} className="block text-sm font-normal text-soft">
                  {name} <Money amount={price} />
                </span>
              ))}
            </>
          )
        }
      >
        <PackageChoice booking={booking} visit={visit} />
      </Question>
      {mayAdd && (
        <Button
          variant="quiet"
          icon={<Plus />}
          className="-mt-1 -ml-4"
          onClick={() => booking.show('package')}
        >
          {t('Add something to the visit')}
        </Button>
      )}
      {car && (others.length > 0 || addons.length > 0) && (
        <p className="flex justify-between gap-4 px-4 font-medium">
          {t('Total for your {car}', { car: vehicleName(car) })}
          <Money cents={cents} />
        </p>
      )}
      <Question
        booking={booking}
        name="time"
        title={t('Day and time')}
        answer={date && time && <VisitTime date={date} slot={time} />}
      >
        <VisitSlot booking={booking} visit={visit} />
        {noneSuits?.(visit)}
      </Question>
    </>
  )
}
