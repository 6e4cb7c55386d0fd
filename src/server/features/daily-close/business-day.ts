import { startOfBusinessDay } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { Conflict } from '#server/http/errors.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { phrase } from '#shared/texts/t.ts'

/** A business day between two midnights of the business: 23 or 25 hours long where the clocks change. */
export type BusinessDay = { date: LocalDate; from: Date; to: Date }

export const businessDayOf = (date: LocalDate): BusinessDay => ({
  date,
  from: startOfBusinessDay(date),
  to: startOfBusinessDay(addDays(date, 1)),
})

/** Throws Conflict for a day that is still to come. */
export function refuseFutureDay({ from }: BusinessDay): void {
  if (from > now()) throw new Conflict(phrase('This day has not begun yet.'))
}
