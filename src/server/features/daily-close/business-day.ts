import { startOfBusinessDay } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { Conflict } from '#server/http/errors.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { phrase } from '#shared/texts/t.ts'

/** A day between two business-local midnights: 23 or 25 hours long when the clocks change. */
export type BusinessDay = { date: LocalDate; from: Date; to: Date }

export const businessDayOf = (date: LocalDate): BusinessDay => ({
  date,
  from: startOfBusinessDay(date),
  to: startOfBusinessDay(addDays(date, 1)),
})

/** Throws Conflict for a day in the future. */
export function refuseFutureDay({ from }: BusinessDay): void {
  if (from > now()) throw new Conflict(phrase('This day has not begun yet.'))
}

/** The network's list may lack movements of the last minute. */
const lagMs = 60_000

/** Until when the network's list of a day is complete, if reading began at `readAt`. */
export function completeUntil({ to }: BusinessDay, readAt: Date): Date {
  return new Date(Math.min(to.getTime(), readAt.getTime() - lagMs))
}
