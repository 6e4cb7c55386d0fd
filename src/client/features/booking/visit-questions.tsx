import { Car } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Money } from '#client/ui/money.tsx'
import { questionStyle } from '#client/ui/question-style.ts'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { AddonChoice } from './addon-choice.tsx'
import type { MissingPart, Visit } from './draft.ts'
import { PackageChoice } from './package-choice.tsx'
import { showQuestion } from './show-question.ts'
import { SlotPicker } from './slot-picker.tsx'
import type { useBooking } from './use-booking.ts'

interface VisitQuestionsProps {
  visit: Visit
  booking: ReturnType<typeof useBooking>
  error: (part: MissingPart) => string | undefined
}

/** Which car, which day and time, which oil. */
export function VisitQuestions({ visit, booking, error }: VisitQuestionsProps) {
  const { key, vehicle } = visit
  const box = useRef<HTMLDivElement>(null)
  const others = booking.visits.filter((one) => one.key !== key)
  const taken = others.map((one) => one.vehicleId)
  const openedBesideOthers = useRef(others.length > 0)

  // The button that opened these questions may be gone: the focus goes where the eyes go.
  useEffect(() => {
    if (openedBesideOthers.current) showQuestion(box.current?.querySelector('fieldset'))
  }, [])

  return (
    <div ref={box} className="space-y-7">
      <RadioCards
        legend={t('Which car?')}
        columns={2}
        value={visit.vehicleId}
        onChange={(vehicleId) => booking.change(key, { vehicleId, packageId: null })}
        error={error('vehicle')}
        options={(booking.vehicles.data ?? []).map((one) => ({
          value: one.id,
          title: vehicleName(one),
          description: one.licensePlate,
          mark: <Car />,
          disabledReason: taken.includes(one.id) && t('Already in this booking'),
        }))}
      />
      <SlotPicker
        days={booking.days}
        nearbyDates={booking.nearbyDates}
        onLaterDays={booking.showLaterDays}
        date={visit.date}
        time={visit.time}
        ownTimes={others.flatMap((one) => (one.date === visit.date && one.time ? [one.time] : []))}
        onDate={(date) => booking.change(key, { date, time: null })}
        onTime={(time) => booking.change(key, { date: visit.date, time })}
        dateError={error('date')}
        timeError={error('time')}
      />
      {vehicle && (
        <section aria-label={t('Package')}>
          <h2 className={questionStyle}>{t('Package')}</h2>
          <PackageChoice
            vehicle={vehicle}
            packages={booking.packages.data ?? []}
            chosen={visit.servicePackage}
            onChoose={(packageId) => booking.change(key, { packageId })}
          />
          <AddonChoice
            addons={booking.addons}
            chosen={visit.addons.map(({ id }) => id)}
            onChange={(addonIds) => booking.change(key, { addonIds })}
          />
          {(others.length > 0 || visit.addons.length > 0) && (
            <p className="mt-3 flex justify-between gap-4 px-4 font-medium">
              {t('Total for your {car}', { car: vehicleName(vehicle) })}
              <Money cents={visit.cents} />
            </p>
          )}
        </section>
      )}
    </div>
  )
}
