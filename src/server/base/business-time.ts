import { type LocalDate } from '#shared/rules/calendar.ts'
import { type SlotNumber, slots } from '#shared/rules/slots.ts'
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
export function slotStart(date: LocalDate, slot: SlotNumber): Date {
  const start = slots.find(({ number }) => number === slot)?.start
  if (!start) throw new RangeError(`There is no slot ${slot}`)
  return instantAt(date, start, currentSettings().timeZone)
}

/** Times of today that have started, which are past for blocking and opening. */
export const startedSlots = (): SlotNumber[] => {
  const today = businessToday()
  return slots.map(({ number }) => number).filter((slot) => slotStart(today, slot) <= now())
}

/** The UTC instant at which a slot of a business-local date ends. */
export function slotEnd(date: LocalDate, slot: SlotNumber): Date {
  const end = slots.find(({ number }) => number === slot)?.end
  if (!end) throw new RangeError(`There is no slot ${slot}`)
  return instantAt(date, end, currentSettings().timeZone)
}

/** The UTC instant with the same business-local time of day on another date. */
export function sameHour(instant: Date, date: LocalDate): Date {
  const { timeZone } = currentSettings()
  return instantAt(date, timeOfDayAt(instant, timeZone), timeZone)
}

/** The UTC instant at which a business-local date begins. */
export function startOfBusinessDay(date: LocalDate): Date {
  return instantAt(date, '00:00', currentSettings().timeZone)
}
