import { SlotPicker } from './slot-picker.tsx'
import type { VisitProps } from './use-booking.ts'

/** The day and time of one visit of a booking. */
export function VisitSlot({ booking, visit }: VisitProps) {
  const { key, date, time } = visit
  const others = booking.visits.filter((one) => one.key !== key)
  return (
    <SlotPicker
      days={booking.offer.days}
      nearbyDates={booking.nearbyDates}
      takenDates={visit.takenDates}
      onLaterDays={booking.showLaterDays}
      date={date}
      time={time}
      // Two cars never come at the same time.
      ownTimes={others.flatMap((one) => (one.date === date && one.time ? [one.time] : []))}
      onDate={(chosen) => booking.change(key, { date: chosen, time: null })}
      onTime={(chosen) => {
        booking.change(key, { date, time: chosen })
        booking.settle()
      }}
      dateError={booking.problem('scheduledDate')}
      timeError={booking.problem('scheduledTime')}
    />
  )
}
