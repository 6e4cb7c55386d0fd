import { businessToday, slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { readSeats } from '#server/reads/roster.ts'
import { Invalid } from '#server/http/errors.ts'
import type { ScheduleDay } from '#shared/contract/dispatch.ts'
import { addDays, dateRange, daysBetween, type LocalDate } from '#shared/rules/calendar.ts'
import { isServiceDay } from '#shared/rules/service-days.ts'
import { type Slot, slotLabel, slotStatus, standardSlots } from '#shared/rules/slots.ts'
import { isOffered } from '#shared/rules/weekly-hours.ts'
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
  const { horizonDays, serviceDays, weeklyHours } = currentSettings()
  const last = addDays(businessToday(), horizonDays)
  return dateRange(from, to).map((date) => {
    const serviceDay = isServiceDay(date, serviceDays)
    const slotFacts = standardSlots.map((slot) => {
      const of = rows.filter((row) => row.date === date && row.slot === slot)
      const visits = of.find((row) => row.blockedReason === null)
      const block = of.find((row) => row.blockedReason !== null)
      const booked = visits?.booked ?? 0
      const capacity = seatsOf(date, slot)
      const offered = isOffered(date, slot, weeklyHours)
      const status = slotStatus({
        past: offered && slotStart(date, slot) <= now(),
        offered,
        beyondHorizon: date > last,
        blocked: block !== undefined,
        taken: booked,
        capacity,
      })
      return {
        timeSlot: slotLabel(slot),
        status,
        capacity,
        booked,
        unassigned: visits?.unassigned ?? 0,
        requests: visits?.requests ?? 0,
        isBlocked: block !== undefined,
        blockedReason: block?.blockedReason ?? '',
      }
    })
    return { date, serviceDay, slots: slotFacts }
  })
}
