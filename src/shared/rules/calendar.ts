/** A business-local calendar date, `YYYY-MM-DD`. Arithmetic runs in UTC, so no time zone can shift it. */
export type LocalDate = string

const pattern = /^(\d{4})-(\d{2})-(\d{2})$/
const dayMs = 86_400_000

function epochDay(date: LocalDate): number {
  const parts = pattern.exec(date)
  if (!parts) return NaN
  const ms = Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))
  return new Date(ms).toISOString().slice(0, 10) === date ? ms / dayMs : NaN
}

/** True for an existing date: 2026-02-30 is not one. */
export function isLocalDate(text: string): boolean {
  return Number.isInteger(epochDay(text))
}

/** From 1900 to 2100: adding days near the year 9999 would exceed four digits. */
export function isNearDate(date: LocalDate): boolean {
  return date >= '1900' && date < '2101'
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date((epochDay(date) + days) * dayMs).toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return epochDay(to) - epochDay(from)
}

/** ISO weekday: 1 Monday … 7 Sunday. */
export function weekday(date: LocalDate): number {
  return ((((epochDay(date) + 3) % 7) + 7) % 7) + 1
}

/** Every date from `from` to `to`, both included. */
export function dateRange(from: LocalDate, to: LocalDate): LocalDate[] {
  const length = Math.max(0, daysBetween(from, to) + 1)
  return Array.from({ length }, (_, i) => addDays(from, i))
}

/** Monday of `date`'s week. */
export function startOfWeek(date: LocalDate): LocalDate {
  return addDays(date, 1 - weekday(date))
}

export function startOfMonth(date: LocalDate): LocalDate {
  return `${date.slice(0, 8)}01`
}

/** The same day some months later, or the last day of a shorter month. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0))
  const first = `${lastDay.toISOString().slice(0, 8)}01`
  return addDays(first, Math.min(Number(date.slice(8)), lastDay.getUTCDate()) - 1)
}
