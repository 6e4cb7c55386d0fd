import { businessToday, slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { readSeats } from '#server/reads/roster.ts'
import { Invalid } from '#server/http/errors.ts'
import type { ScheduleDay } from '#shared/contract/dispatch.ts'
import { addDays, dateRange, daysBetween, type LocalDate } from '#shared/rules/calendar.ts'
import { slotShowing, slotsOfDay } from '#shared/rules/slot-times.ts'
import { overlap, type Slot, slotLabel, slotStatus } from '#shared/rules/slots.ts'
import { isOffered, isOpenDay } from '#shared/rules/weekly-hours.ts'
import { phrase } from '#shared/texts/t.ts'

const longestRange = 42

type Counted = {
  date: LocalDate
  slot: Slot
  booked: number
  unassigned: number
  requests: number
  blockedReason: string | null
}

// Reads only visits in the range, by the index on their seats.
const counts = {
  name: 'schedule-days',
  text: `select service_date::text as date, slot, count(seat)::int as booked,
      (count(*) filter (where seat is not null and technician_id is null))::int as unassigned,
      (count(*) filter (where seat is null))::int as requests, null::text as blocked_reason
    from jobs where service_date between $1::date and $2::date and slot > 0 and status <> 'cancelled'
    group by service_date, slot
    union all
    select service_date::text, slot, 0, 0, 0, reason
    from blocked_slots where service_date between $1::date and $2::date`,
}

/** Business-local dates, both included, as the office plans them. Throws Invalid for more than 42 days or a reversed range. */
export async function scheduleDays(from: LocalDate, to: LocalDate): Promise<ScheduleDay[]> {
  const days = daysBetween(from, to) + 1
  if (days < 1) throw new Invalid(phrase('The range of dates ends before it begins.'))
  if (days > longestRange)
    throw new Invalid(phrase('Please ask for at most {days} days.', { days: longestRange }))
  const [rows, seatsOf] = await Promise.all([
    queryRows<Counted>(counts, [from, to]),
    readSeats(from),
  ])
  const settings = currentSettings()
  const { horizonDays } = settings
  const last = addDays(businessToday(), horizonDays)
  return dateRange(from, to).map((date) => {
    const serviceDay = isOpenDay(date, settings)
    const slots = slotsOfDay(date, settings)
    const ofDay = rows.filter((row) => row.date === date)
    const slotFacts = slots.map((slot) => {
      const there = ofDay.filter((row) => overlap(row.slot, slot))
      const block = there.find((row) => row.blockedReason !== null && row.slot === slot)
      // A visit of other times is shown once, but takes a seat of each time that it overlaps.
      const shown = ofDay.filter((row) => slotShowing(row.slot, slots) === slot)
      const sum = (of: Counted[], key: 'booked' | 'unassigned' | 'requests') =>
        of.reduce((total, row) => total + row[key], 0)
      const booked = sum(shown, 'booked')
      const capacity = seatsOf(date, slot)
      const offered = isOffered(date, slot, settings)
      const status = slotStatus({
        past: offered && slotStart(date, slot) <= now(),
        offered,
        beyondHorizon: date > last,
        blocked: block !== undefined,
        taken: sum(there, 'booked'),
        capacity,
      })
      return {
        timeSlot: slotLabel(slot),
        status,
        capacity,
        booked,
        unassigned: sum(shown, 'unassigned'),
        requests: sum(shown, 'requests'),
        isBlocked: block !== undefined,
        blockedReason: block?.blockedReason ?? '',
      }
    })
    return { date, serviceDay, slots: slotFacts }
  })
}
