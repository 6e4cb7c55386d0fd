import { currentSettings } from '#server/base/current-settings.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { type AllSlotTimes, slotDaysFrom } from '#shared/rules/slot-times.ts'
import type { Slot } from '#shared/rules/slots.ts'

/** Slots with the first and last business-local dates on which each is one of the day's times, as columns for SQL. */
export type SlotDays = { slots: Slot[]; firsts: LocalDate[]; lasts: LocalDate[] }

/** From a date on; with `only`, of these slots. */
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
