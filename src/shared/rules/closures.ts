import { addDays, daysBetween, type LocalDate } from './calendar.ts'
import { type SlotNumber, slots } from './slots.ts'

/** Business-local days, both included, and the slots that are meant on each of them. */
export type DayRange = { from: LocalDate; to: LocalDate; slots: readonly SlotNumber[] }

export const longestClosure = 366

export const allSlots: readonly SlotNumber[] = slots.map(({ number }) => number)

export const isWholeDays = ({ slots: chosen }: Pick<DayRange, 'slots'>) =>
  chosen.length === slots.length

export function isIn(range: DayRange, date: LocalDate, slot: number): boolean {
  return range.from <= date && date <= range.to && range.slots.some((number) => number === slot)
}

/** How many times a range has, from `first` on. */
export function timesIn({ from, to, slots: chosen }: DayRange, first: LocalDate = from): number {
  const days = daysBetween(from < first ? first : from, to) + 1
  return Math.max(0, days) * chosen.length
}

/** Name and reason of a closure in one line; empty when it has neither. */
export const closureLabel = ({ name, reason }: { name: string; reason: string }) =>
  [name, reason].filter(Boolean).join(': ')

/** The last day that a range from this one may have. */
export const lastOfClosure = (from: LocalDate) => addDays(from, longestClosure - 1)
