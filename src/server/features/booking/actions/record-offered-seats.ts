import { businessToday, slotStart } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { now } from '#server/base/clock.ts'
import { db, queryRow } from '#server/database/database.ts'
import { offeredSeats } from '#server/database/tables/schedule.ts'
import { addDays, dateRange, type LocalDate } from '#shared/rules/calendar.ts'
import { slotsOfDay } from '#shared/rules/slot-times.ts'
import { seatsOffered } from '../queries.ts'

/** After a longer downtime, earlier days stay without a record. */
const mostDays = 100

/**
 * Records once how many seats each started slot had; later changes don't alter that. Continues from the newest recorded day,
 * or starts today. Safe to run in several processes at once.
 */
export async function recordOfferedSeats(): Promise<void> {
  const today = businessToday()
  const newest = await newestStored()
  const earliest = addDays(today, -mostDays)
  const from = !newest || newest > today ? today : newest < earliest ? earliest : newest
  const offered = await seatsOffered(from, today)
  const begun = dateRange(from, today).flatMap((date) =>
    slotsOfDay(date, currentSettings())
      .filter((slot) => slotStart(date, slot) <= now())
      .map((slot) => ({ serviceDate: date, slot, seats: offered(date, slot) })),
  )
  if (begun.length > 0) await db().insert(offeredSeats).values(begun).onConflictDoNothing()
}

async function newestStored(): Promise<LocalDate | null> {
  const text = 'select max(service_date)::text as date from offered_seats'
  return (await queryRow<{ date: LocalDate | null }>({ name: 'newest-seats', text }))?.date ?? null
}
