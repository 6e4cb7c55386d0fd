import { currentSettings } from '#server/base/current-settings.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { type AllSlotTimes, slotDaysFrom } from '#shared/rules/slot-times.ts'
import type { Slot } from '#shared/rules/slots.ts'
import { type WeekStart, weekStartColumn } from '#shared/rules/weekly-hours.ts'

/** Slots with the first and last business-local dates on which each is one of the day's times, as columns for SQL. */
export type SlotDays = { slots: Slot[]; firsts: LocalDate[]; lasts: LocalDate[] }

/** From a date on; `only` restricts the slots. */
export function slotDays({
  from,
  only,
  all = currentSettings(),
}: {
  from: LocalDate
  only?: readonly Slot[]
  all?: AllSlotTimes
}): SlotDays {
  const days = slotDaysFrom(from, all).filter(({ slot }) => !only || only.includes(slot))
  return {
    slots: days.map(({ slot }) => slot),
    firsts: days.map(({ first }) => first),
    lasts: days.map(({ last }) => last),
  }
}

/** A table with the columns slot, first and last; needs an alias. */
export const slotDaysInSql = ($: Record<keyof SlotDays, string>): string =>
  `(select * from unnest(${$.slots}::int[], ${$.firsts}::date[], ${$.lasts}::date[]) days(slot, first, last))`

/** Weekdays and starts with the dates that each is for, as columns for SQL. */
export type WeekStartDays = { starts: number[]; startFirsts: LocalDate[]; startLasts: LocalDate[] }

export const weekStartDays = (starts: readonly WeekStart[]): WeekStartDays => ({
  starts: starts.map(({ start }) => start),
  startFirsts: starts.map(({ first }) => first),
  startLasts: starts.map(({ last }) => last),
})

/** SQL: whether a visit's weekday and start is one of these on its date. */
export const inWeekStartDays = ($: Record<keyof WeekStartDays, string>): string =>
  `exists (select from unnest(${$.starts}::int[], ${$.startFirsts}::date[], ${$.startLasts}::date[])
    weekly(start, first, last)
    where weekly.start = ${weekStartColumn} and service_date between weekly.first and weekly.last)`
