import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { slotsBetween } from '#shared/rules/slot-times.ts'
import { endOf, type Slot, slotFrom, startOf } from '#shared/rules/slots.ts'
import { now } from './clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { instantAt, localDateAt, timeOfDayAt } from './wall-clock.ts'

/** The business-local date at a UTC instant. */
export function businessDate(instant: Date): LocalDate {
  return localDateAt(instant, currentSettings().timeZone)
}

export function businessToday(): LocalDate {
  return businessDate(now())
}

/** The UTC instant at which a slot of a business-local date starts. */
export const slotStart = (date: LocalDate, slot: Slot): Date =>
  instantAt(date, startOf(slot), currentSettings().timeZone)

/** Times of today that have started, which are past for blocking and opening. */
export const startedSlots = (): Slot[] => {
  const today = businessToday()
  return slotsBetween(currentSettings()).filter((slot) => slotStart(today, slot) <= now())
}

/** The UTC instant at which a slot of a business-local date ends. */
export const slotEnd = (date: LocalDate, slot: Slot): Date =>
  instantAt(date, endOf(slot), currentSettings().timeZone)

/** The UTC instant with the same business-local time of day on another date. */
export function sameHour(instant: Date, date: LocalDate): Date {
  const { timeZone } = currentSettings()
  return instantAt(date, timeOfDayAt(instant, timeZone), timeZone)
}

/** The UTC instant at which a business-local date begins. */
export function startOfBusinessDay(date: LocalDate): Date {
  return instantAt(date, '00:00', currentSettings().timeZone)
}

/**
 * The minute after midnight from which a business-local date's times are shifted by a clock change, and the shift;
 * undefined on other days.
 */
export function clockChangeOn(date: LocalDate): { from: number; minutes: number } | undefined {
  const midnight = startOfBusinessDay(date).getTime()
  const minutesUntil = (instant: Date) => (instant.getTime() - midnight) / 60_000
  if (minutesUntil(startOfBusinessDay(addDays(date, 1))) === 24 * 60) return undefined
  for (let hour = 1; hour < 24; hour++) {
    const from = hour * 60
    const minutes =
      minutesUntil(slotStart(date, slotFrom(`${hour}`.padStart(2, '0') + ':00', '23:59'))) - from
    if (minutes !== 0) return { from, minutes }
  }
  return undefined
}
