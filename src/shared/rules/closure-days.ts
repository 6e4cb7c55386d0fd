import { daysBetween, type LocalDate } from './calendar.ts'
import { overlap, type Slot } from './slots.ts'

/** Business-local days, both included, and the slots that are meant on each of them. */
export type DayRange = { from: LocalDate; to: LocalDate; slots: readonly Slot[] }

const longestClosure = 366

export function isIn(range: DayRange, date: LocalDate, slot: Slot): boolean {
  return range.from <= date && date <= range.to && range.slots.some((one) => overlap(one, slot))
}

/** Whether a range from one date to another is short enough; also true for an invalid range. */
export const isBounded = ({ from, to }: { from: LocalDate; to: LocalDate }) =>
  !(daysBetween(from, to) >= longestClosure)
