import { translateClock } from '../texts/clock.ts'
import { phrase, t, text, translate } from '../texts/t.ts'
import { type LocalDate, weekday } from './calendar.ts'
import { allSlots } from './closure-days.ts'
import { describeServiceDays, runsOf, type ServiceDays, weekdayNames } from './service-days.ts'
import { slotLabel, type SlotNumber, slots } from './slots.ts'

/** Slots of each weekday, Monday to Sunday, ascending; empty for a closed day. */
export type WeeklyHours = readonly (readonly SlotNumber[])[]

export const slotsOn = (date: LocalDate, hours: WeeklyHours): readonly SlotNumber[] =>
  hours[weekday(date) - 1] ?? []

/** Whether the date's weekday offers a slot, regardless of bookings and blocks. */
export const isOffered = (date: LocalDate, slot: number, hours: WeeklyHours): boolean =>
  slotsOn(date, hours).some((number) => number === slot)

export const serviceDaysOf = (hours: WeeklyHours): number[] =>
  hours.flatMap((own, at) => (own.length > 0 ? [at + 1] : []))

/** The same hours with exactly these days open: a newly opened day has all slots. */
export const withServiceDays = (hours: WeeklyHours, days: ServiceDays): SlotNumber[][] =>
  weekdayNames.map((_, at) => {
    const own = hours[at] ?? []
    if (!days.includes(at + 1)) return []
    return own.length > 0 ? [...own] : [...allSlots]
  })

/** Seven days of slots, each once, ascending. */
export const inOrderOfDay = (hours: WeeklyHours): SlotNumber[][] =>
  weekdayNames.map((_, at) => allSlots.filter((number) => hours[at]?.includes(number)))

/** Weekday and slot as one number, for SQL: 62 is the second slot of a Saturday. */
const weekSlot = (at: number, slot: number) => (at + 1) * 10 + slot

/** Every offered weekday and slot. */
export const offeredWeekSlots = (hours: WeeklyHours): number[] =>
  hours.flatMap((own, at) => own.map((slot) => weekSlot(at, slot)))

/** Those the first offers and the second does not. */
export const lostWeekSlots = (before: WeeklyHours, after: WeeklyHours): number[] => {
  const left = new Set(offeredWeekSlots(after))
  return offeredWeekSlots(before).filter((place) => !left.has(place))
}

export const sameHours = (one: WeeklyHours, other: WeeklyHours): boolean =>
  hoursToText(one) === hoursToText(other)

/** For a query string: '12345,12345,,,,12,'. */
export const hoursToText = (hours: WeeklyHours): string =>
  hours.map((own) => own.join('')).join(',')

/** Seven days separated by commas, each the digits of its slots. */
export const writtenHours = /^([1-5]{0,5},){6}[1-5]{0,5}$/

/** Undefined for text not written by `hoursToText`. */
export function hoursFromText(written: string): SlotNumber[][] | undefined {
  if (!writtenHours.test(written)) return undefined
  return inOrderOfDay(written.split(',').map((own) => allSlots.filter((n) => own.includes(`${n}`))))
}

/** From the start of a day's first slot to the end of its last, as `HH:MM`; null for a closed day. */
export function spanOf(numbers: readonly SlotNumber[]): { from: string; to: string } | null {
  const [first, last] = [numbers[0], numbers.at(-1)].map((n) => slots.find((s) => s.number === n))
  return first && last ? { from: first.start, to: last.end } : null
}

const shortNames = [
  text('Mon'),
  text('Tue'),
  text('Wed'),
  text('Thu'),
  text('Fri'),
  text('Sat'),
  text('Sun'),
] as const

/** A day's slots as hours, with a gap for a missing slot: '8:00 – 10:30 AM, 1:00 – 5:00 PM'. */
export const describeHours = (numbers: readonly SlotNumber[]): string =>
  runsOf(numbers).map(describeStretch).join(', ')

/**
 * The week on one line: 'Monday to Saturday', or with hours if some day is shorter: 'Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 –
 * 10:30 AM'.
 */
export function describeWeeklyHours(hours: WeeklyHours): string {
  if (hours.every(({ length }) => length === 0 || length === allSlots.length))
    return describeServiceDays(serviceDaysOf(hours))
  const parts = groupsOf(hours).map(({ days, slots }) => ({
    days: runsOf(days).map(describeRun).join(', '),
    hours: describeHours(slots),
  }))
  // With commas inside the parts, another separator is needed.
  const hasCommas = parts.some((part) => part.days.includes(',') || part.hours.includes(','))
  return parts.map((part) => `${part.days} ${part.hours}`).join(hasCommas ? '; ' : ', ')
}

/** The same for a page, one line per group of days with equal hours: 'Monday to Friday, 8:00 AM – 5:00 PM'. */
export const listWeeklyHours = (hours: WeeklyHours): string[] =>
  groupsOf(hours).map(({ days, slots }) =>
    t('{days}, {hours}', { days: describeServiceDays(days), hours: describeHours(slots) }),
  )

/** The times of each open day, on one line: '8:00 AM – 9:00 AM 9:30 AM – 10:30 AM'; '' if days differ. */
export function describeTimes(hours: WeeklyHours): string {
  const [usual, ...others] = groupsOf(hours)
  if (!usual || others.length > 0) return ''
  return usual.slots
    .map((number) =>
      translateClock(slotLabel(number).replace(' - ', ' – ')).replaceAll(' ', '\u00a0'),
    )
    .join('\u2003 ')
}

/** For a time its day does not offer. */
export const notOfferedPhrase = (date: LocalDate, hours: WeeklyHours) =>
  phrase(
    'This time is not offered on a {weekday}: our hours are {hours}. Please choose another one.',
    {
      weekday: translate(weekdayNames[weekday(date) - 1] ?? ''),
      hours: describeHours(slotsOn(date, hours)),
    },
  )

/** Groups of days with equal hours, anywhere in the week; without closed ones. */
function groupsOf(hours: WeeklyHours): { days: number[]; slots: readonly SlotNumber[] }[] {
  const groups = new Map<string, { days: number[]; slots: readonly SlotNumber[] }>()
  for (const [at, slots] of hours.entries()) {
    if (slots.length === 0) continue
    const group = groups.get(slots.join()) ?? { days: [], slots }
    group.days.push(at + 1)
    groups.set(slots.join(), group)
  }
  return [...groups.values()]
}

function describeRun(days: readonly number[]): string {
  const [first, last] = [days[0] ?? 1, days.at(-1) ?? 1].map((day) =>
    translate(shortNames[day - 1] ?? ''),
  )
  return first === last ? `${first}` : `${first}–${last}`
}

/** From the first slot's start to the last one's end, with AM or PM once if equal. */
function describeStretch(run: readonly SlotNumber[]): string {
  const [from = ''] = slotLabel(run[0] ?? 1).split(' - ')
  const [, to = ''] = slotLabel(run.at(-1) ?? 1).split(' - ')
  const [start, half] = from.split(' ')
  return translateClock(to.endsWith(`${half}`) ? `${start} – ${to}` : `${from} – ${to}`)
}

/** Hours for public pages; empty until published. */
export const hoursFacts = (hours: WeeklyHours, isPublished: boolean) => ({
  openDays: isPublished ? describeWeeklyHours(hours) : '',
  openHours: isPublished ? listWeeklyHours(hours).join('\n') : '',
  openTimes: isPublished ? describeTimes(hours) : '',
})
