import { slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { closedDayMessage } from '#shared/rules/service-days.ts'
import { slotsOfDay } from '#shared/rules/slot-times.ts'
import { type Slot, type SlotLabel, slotByLabel, slotLabel } from '#shared/rules/slots.ts'
import {
  isOffered,
  isOpenDay,
  notOfferedPhrase,
  serviceDaysOn,
} from '#shared/rules/weekly-hours.ts'
import { formatDay } from '#shared/texts/format.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { outOfReach } from '#server/features/jobs/actions/place-on-road.ts'
import type { Skill } from '#shared/rules/assignment.ts'
import type { Location } from '#shared/rules/road.ts'
import { bookableDates, freshDay } from './queries.ts'

/** `byOffice`: the office plans it, so it may be today. */
export type VisitTime = {
  date: LocalDate
  slot: Slot
  startsAt: Date
  byOffice?: boolean
  /** Where, once it is known: availability is for that place then, and for a visit that takes so long with that skill. */
  place?: Location | null | undefined
  minutes?: number
  skill?: Skill | null
}

/**
 * Validates a date and slot. Throws Invalid for a closed weekday (with the screen's title in `details`), a date too soon or
 * too far ahead, an unknown slot. The office may also plan today.
 */
export function checkVisitTime(
  date: LocalDate,
  label: SlotLabel,
  { byOffice = false } = {},
): VisitTime {
  const settings = currentSettings()
  const { first, last } = bookableDates({ byOffice })
  const slot = slotByLabel(label)
  if (!slot || !slotsOfDay(date, settings).includes(slot))
    throw new Invalid(phrase('Please select a time'))
  if (!isOpenDay(date, settings)) {
    const { title, message } = closedDayMessage(serviceDaysOn(date, settings), date)
    throw new Invalid(phraseOf(message), { title })
  }
  if (!first || date > last)
    throw new Invalid(
      phrase('We take bookings up to {date}.', { date: formatDay(last, { year: true }) }),
    )
  if (date < first)
    throw new Invalid(
      phrase('The earliest date we can come is {date}.', {
        date: formatDay(first, { year: true }),
      }),
    )
  return { date, slot, startsAt: slotStart(date, slot), byOffice }
}

/** Throws the Conflict for a slot not offered on its weekday, with that day's hours, or already started. */
export async function assertOffered(time: VisitTime, except?: readonly string[]): Promise<void> {
  const settings = currentSettings()
  if (!isOffered(time.date, time.slot, settings))
    throw new Conflict(notOfferedPhrase(time.date, settings), {
      availability: await freshDay(time.date, except, time),
    })
  if (time.startsAt <= now()) throw await slotLost(time, except)
}

/** Whether the slot can be booked, read from the database now; the seats `except` count as free. */
export async function isOpen(time: VisitTime, except?: readonly string[]): Promise<boolean> {
  return isOpenAt({ ...time, place: undefined }, except)
}

/** The same for its place, if it has one. */
export async function isOpenAt(time: VisitTime, except?: readonly string[]): Promise<boolean> {
  const day = await freshDay(time.date, except, time)
  return day.slots.some((slot) => slot.timeSlot === slotLabel(time.slot) && slot.status === 'open')
}

/** The Conflict for a slot that is gone; contains the day's fresh availability for the form. */
export async function slotLost(time: VisitTime, except?: readonly string[]) {
  return new Conflict(phrase('This time is no longer available. Please choose another one.'), {
    availability: await freshDay(time.date, except, time),
  })
}

/** The Conflict for a time that no technician can reach; contains the day's fresh availability, with that time full. */
export async function outOfReachAt(time: VisitTime, byOffice: boolean, except?: readonly string[]) {
  const day = await freshDay(time.date, except, time)
  const slots = day.slots.map((slot) =>
    slot.timeSlot === slotLabel(time.slot) ? { timeSlot: slot.timeSlot, status: 'full' } : slot,
  )
  return outOfReach(byOffice, { availability: { ...day, slots } })
}

/** The Conflict for a vehicle that already has a visit in that slot. */
export async function vehicleBusy(time: VisitTime, except?: readonly string[]) {
  return new Conflict(phrase('This vehicle already has a visit at that time.'), {
    availability: await freshDay(time.date, except, time),
  })
}

/** The Conflict for a booking with the same vehicle twice in one slot, worded for the customer or the office. */
export function vehicleTwice(index: number, byOffice: boolean) {
  const message = byOffice
    ? phrase(
        'One car is in two of these visits at the same time. Please pick another time for one.',
      )
    : phrase(
        'Your car is in two of these visits at the same time. Please pick another time for one.',
      )
  return Conflict.at(`visits.${index}.scheduledTime`, message)
}
