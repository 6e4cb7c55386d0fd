import { translateClock } from '../texts/clock.ts'
import { phrase, t, text, translate } from '../texts/t.ts'
import { type LocalDate, weekday } from './calendar.ts'
import { describeServiceDays, runsOf, type ServiceDays, weekdayNames } from './service-days.ts'
import { endOf, type Slot, slotLabel, standardSlots, startOf } from './slots.ts'

/** Starts of the slots of each weekday, Monday to Sunday, "08:00", ascending; empty for a closed day. */
export type WeeklyHours = readonly (readonly string[])[]

const allStarts = standardSlots.map(startOf)

/** The slots with these starts. */
export const slotsAt = (starts: readonly string[]): Slot[] =>
  standardSlots.filter((slot) => starts.includes(startOf(slot)))

/** The slots that the date's weekday offers, regardless of bookings and blocks. */
export const slotsOn = (date: LocalDate, hours: WeeklyHours): Slot[] =>
  slotsAt(hours[weekday(date) - 1] ?? [])

/** Whether the date's weekday offers a slot, regardless of bookings and blocks. */
export const isOffered = (date: LocalDate, slot: Slot, hours: WeeklyHours): boolean =>
  slotsOn(date, hours).includes(slot)

export const serviceDaysOf = (hours: WeeklyHours): number[] =>
  hours.flatMap((own, at) => (own.length > 0 ? [at + 1] : []))

/** The same hours with exactly these days open: a newly opened day has all slots. */
export const withServiceDays = (hours: WeeklyHours, days: ServiceDays): string[][] =>
  weekdayNames.map((_, at) => {
    const own = hours[at] ?? []
    if (!days.includes(at + 1)) return []
    return own.length > 0 ? [...own] : [...allStarts]
  })

/** Seven days of slots, each once, ascending. */
export const inOrderOfDay = (hours: WeeklyHours): string[][] =>
  weekdayNames.map((_, at) => allStarts.filter((start) => hours[at]?.includes(start)))

/** Weekday and start as one number, for SQL: 60930 is Saturday at 9:30. */
const weekStart = (at: number, start: string) => (at + 1) * 10_000 + Number(start.replace(':', ''))

/** SQL: the same number of a visit. */
export const weekStartColumn = '(extract(isodow from service_date)::int * 10000 + slot / 10000)'

/** Every offered weekday and start. */
export const offeredWeekStarts = (hours: WeeklyHours): number[] =>
  hours.flatMap((own, at) => own.map((start) => weekStart(at, start)))

/** Those the first offers and the second does not. */
export const lostWeekStarts = (before: WeeklyHours, after: WeeklyHours): number[] => {
  const left = new Set(offeredWeekStarts(after))
  return offeredWeekStarts(before).filter((start) => !left.has(start))
}

export const sameHours = (one: WeeklyHours, other: WeeklyHours): boolean =>
  hoursToText(one) === hoursToText(other)

/** For a query string: '08:00_09:30,08:00,,,,,'. */
export const hoursToText = (hours: WeeklyHours): string =>
  hours.map((own) => own.join('_')).join(',')

/** Undefined for text not written by `hoursToText`. */
export function hoursFromText(written: string): string[][] | undefined {
  const week = written.split(',').map((own) => own.split('_').filter(Boolean))
  const isKnown = week.flat().every((start) => allStarts.includes(start))
  return isKnown && week.length === weekdayNames.length ? inOrderOfDay(week) : undefined
}

/** From the start of a day's first slot to the end of its last, as `HH:MM`; null for a closed day. */
export function spanOf(slots: readonly Slot[]): { from: string; to: string } | null {
  const [first, last] = [slots[0], slots.at(-1)]
  return first && last ? { from: startOf(first), to: endOf(last) } : null
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
export const describeHours = (slots: readonly Slot[]): string =>
  runsOf(slots.map((slot) => standardSlots.indexOf(slot)))
    .map((run) => describeStretch(run.map((at) => standardSlots[at] as Slot)))
    .join(', ')

/**
 * The week on one line: 'Monday to Saturday', or with hours if some day is shorter: 'Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 –
 * 10:30 AM'.
 */
export function describeWeeklyHours(hours: WeeklyHours): string {
  if (hours.every(({ length }) => length === 0 || length === allStarts.length))
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
    .map((slot) => translateClock(slotLabel(slot).replace(' - ', ' – ')).replaceAll(' ', '\u00a0'))
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
function groupsOf(hours: WeeklyHours): { days: number[]; slots: readonly Slot[] }[] {
  const groups = new Map<string, { days: number[]; slots: readonly Slot[] }>()
  for (const [at, starts] of hours.entries()) {
    const slots = slotsAt(starts)
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
function describeStretch(run: readonly Slot[]): string {
  const [from = ''] = slotLabel(run[0] as Slot).split(' - ')
  const [, to = ''] = slotLabel(run.at(-1) as Slot).split(' - ')
  const [start, half] = from.split(' ')
  return translateClock(to.endsWith(`${half}`) ? `${start} – ${to}` : `${from} – ${to}`)
}

/** Hours for public pages; empty until published. */
export const hoursFacts = (hours: WeeklyHours, isPublished: boolean) => ({
  openDays: isPublished ? describeWeeklyHours(hours) : '',
  openHours: isPublished ? listWeeklyHours(hours).join('\n') : '',
  openTimes: isPublished ? describeTimes(hours) : '',
})
