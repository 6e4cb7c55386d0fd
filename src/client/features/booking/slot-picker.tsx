import { Button } from '#client/ui/button.tsx'
import { DateStrip } from '#client/ui/date-strip.tsx'
import { QuartStrip } from '#client/ui/quart-strip.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import type { Day } from '#shared/contract/booking.ts'
import type { SlotLabel, SlotStatus } from '#shared/rules/slots.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

interface SlotPickerProps {
  days: readonly Day[]
  date: string | null
  time: SlotLabel | null
  /** Times of the chosen day that another car of this booking has. */
  ownTimes: readonly SlotLabel[]
  /** Why those cannot be chosen, when it is not another car. */
  ownReason?: string
  onDate: (date: string) => void
  onTime: (time: SlotLabel) => void
  /** Shows later days; left out when these are all. */
  onLaterDays?: (() => void) | undefined
  dateError?: string | undefined
  timeError?: string | undefined
}

/** The day, then one of its five slots. */
export function SlotPicker(props: SlotPickerProps) {
  const { days, date, time, ownTimes, onDate, onTime, onLaterDays, dateError, timeError } = props
  const { ownReason = t('Your other car') } = props
  const day = days.find((one) => one.date === date)
  return (
    <div className="space-y-5">
      <DateStrip
        legend={t('Which day?')}
        days={days.map(dateChoice)}
        value={date}
        onChange={onDate}
        error={dateError}
      />
      {onLaterDays && (
        <Button variant="quiet" size="small" onClick={onLaterDays} className="-mt-3">
          {t('Show later days')}
        </Button>
      )}
      {day && (
        <RadioCards
          legend={t('What time?')}
          compact
          columns={3}
          value={time}
          onChange={onTime}
          error={timeError}
          options={day.slots.map(({ timeSlot, status }) => ({
            value: timeSlot,
            title: formatSlot(timeSlot),
            disabledReason: ownTimes.includes(timeSlot) ? ownReason : unavailable(status),
          }))}
        />
      )}
    </div>
  )
}

function dateChoice(day: Day) {
  const free = day.slots.filter((slot) => slot.status === 'open').length
  return {
    date: day.date,
    mark: (
      <QuartStrip
        size="small"
        marks={day.slots.map(({ status }) =>
          status === 'open' ? 'free' : status === 'full' ? 'filled' : 'blocked',
        )}
      />
    ),
    detail: plural(free, { one: '{count} time free', other: '{count} times free' }),
    disabledReason: !day.open && closedReason(day),
  }
}

function closedReason(day: Day): string {
  return day.slots.some((slot) => slot.status === 'full') ? t('Fully booked') : t('Closed')
}

function unavailable(status: SlotStatus): string | false {
  if (status === 'open') return false
  return status === 'full' ? t('Taken') : t('Not available')
}
