import { translateClock } from '../texts/clock.ts'
import { phrase, t, text, translate } from '../texts/t.ts'
import { addDays, type LocalDate, weekday } from './calendar.ts'
import { describeServiceDays, runsOf, type ServiceDays, weekdayNames } from './service-days.ts'
import {
  type AllSlotTimes,
  type EarlierTimes,
  listsOf,
  mostEarlierTimes,
  sameTimes,
  slotsIn,
  slotsOfDay,
  startsAfterChange,
  storedLists,
  stretchesFrom,
  timesOn,
  type WantedTimes,
} from './slot-times.ts'
import {
  clockTime,
  endOf,
  overlap,
  type Slot,
  slotFrom,
  slotLabel,
  standardSlots,
  startOf,
} from './slots.ts'

/** Starts of the slots of each weekday, Monday to Sunday, "08:00", ascending; empty for a closed day. */
export type WeeklyHours = readonly (readonly string[])[]

/** The settings that decide which times a day offers. */
export type OpeningHours = AllSlotTimes & { weeklyHours: WeeklyHours }

/** Those of a day's slots that have these starts. */
export const slotsAt = (starts: readonly string[], slots: readonly Slot[]): Slot[] =>
  slots.filter((slot) => starts.includes(startOf(slot)))

/** The weekly hours that count on a business-local date. */
export const hoursOn = (date: LocalDate, hours: OpeningHours): WeeklyHours =>
  timesOn(date, hours).hours ?? hours.weeklyHours

/** Whether a list of times begins with hours that differ from the ones before. */
export const hasOwnHours = ({ from }: EarlierTimes, hours: OpeningHours): boolean =>
  !sameHours(hoursOn(from, hours), hoursOn(addDays(from, -1), hours))

/** The hours of a date for all lists of times, as if later ones had none of their own. */
export function hoursForAllTimes(date: LocalDate, hours: OpeningHours): WeeklyHours {
  const own = timesOn(date, hours).hours
  if (!own) return hours.weeklyHours
  const later = listsOf(hours).filter(({ from }) => from > date)
  const slots = slotsOfDay(date, hours)
  return inOrderOfDay(
    own.map((starts) =>
      starts.length > 0
        ? later.flatMap((list) => startsAfterChange(starts, slots, slotsIn(list)))
        : [],
    ),
  )
}

/** The weekdays open by the hours of a date. */
export const serviceDaysOn = (date: LocalDate, hours: OpeningHours): number[] =>
  serviceDaysOf(hoursOn(date, hours))

export const isOpenDay = (date: LocalDate, hours: OpeningHours): boolean =>
  serviceDaysOn(date, hours).includes(weekday(date))

/** The slots that a date offers, regardless of bookings and blocks. */
export const slotsOn = (date: LocalDate, hours: OpeningHours): Slot[] =>
  slotsAt(hoursOn(date, hours)[weekday(date) - 1] ?? [], slotsOfDay(date, hours))

/** Whether a date offers a slot, regardless of bookings and blocks. */
export const isOffered = (date: LocalDate, slot: Slot, hours: OpeningHours): boolean =>
  slotsOn(date, hours).includes(slot)

/**
 * A weekday's starts after some of its `slots` were chosen, with those of the `older` slots that booked visits may have: they
 * go and come with the times that they overlap.
 */
export function startsWithOlder(
  chosen: readonly string[],
  {
    before,
    slots,
    older,
  }: { before: readonly string[]; slots: readonly Slot[]; older: readonly Slot[] },
): string[] {
  if (chosen.length === 0) return []
  const open = slotsAt(chosen, slots)
  const remaining = older.filter((slot) =>
    slots.some((one) => overlap(one, slot))
      ? open.some((one) => overlap(one, slot))
      : before.includes(startOf(slot)),
  )
  const known = slots.map(startOf)
  return [
    ...new Set([...chosen, ...remaining.map(startOf).filter((start) => !known.includes(start))]),
  ].toSorted()
}

export const serviceDaysOf = (hours: WeeklyHours): number[] =>
  hours.flatMap((own, at) => (own.length > 0 ? [at + 1] : []))

/** The same hours with exactly these days open: a newly opened day has all slots. */
export const withServiceDays = (
  hours: WeeklyHours,
  days: ServiceDays,
  slots: readonly Slot[],
): string[][] =>
  weekdayNames.map((_, at) => {
    const own = hours[at] ?? []
    if (!days.includes(at + 1)) return []
    return own.length > 0 ? [...own] : slots.map(startOf)
  })

/** Seven days of starts, each once, ascending. */
export const inOrderOfDay = (hours: WeeklyHours): string[][] =>
  weekdayNames.map((_, at) => [...new Set(hours[at])].toSorted())

/** Weekday and start as one number, for SQL: 60930 is Saturday at 9:30. */
const weekStart = (at: number, start: string) => (at + 1) * 10_000 + Number(start.replace(':', ''))

/** SQL: the same number of a visit. */
export const weekStartColumn = '(extract(isodow from service_date)::int * 10000 + slot / 10000)'

const weekStartsOf = (hours: WeeklyHours): number[] =>
  hours.flatMap((own, at) => own.map((start) => weekStart(at, start)))

/** A weekday and start with the first and last dates it is for. */
export type WeekStart = { start: number; first: LocalDate; last: LocalDate }

/** Every offered weekday and start from a date on. */
export const offeredWeekStarts = (from: LocalDate, hours: OpeningHours): WeekStart[] =>
  stretchesFrom(from, hours).flatMap((days) =>
    weekStartsOf(hoursOn(days.first, hours)).map((start) => ({ start, ...days })),
  )

/** Those the first offers and the second does not. */
export const lostWeekStarts = (
  from: LocalDate,
  before: OpeningHours,
  after: OpeningHours,
): WeekStart[] =>
  stretchesFrom(from, before, after).flatMap((days) => {
    const left = new Set(weekStartsOf(hoursOn(days.first, after)))
    return weekStartsOf(hoursOn(days.first, before))
      .filter((start) => !left.has(start))
      .map((start) => ({ start, ...days }))
  })

export const sameHours = (one: WeeklyHours, other: WeeklyHours): boolean =>
  hoursToText(one) === hoursToText(other)

/** New times of a day from a day on, new weekly hours, or both. */
export type WantedHours = {
  slotTimes?: WantedTimes | undefined
  weeklyHours?: WeeklyHours | undefined
}

/**
 * The settings after a change. New times replace lists from their day on; weekly hours that come with them count from that
 * day on, and alone from `today` on. Times that hold then anyway cancel a coming change, with its hours.
 */
export function withHours(
  before: OpeningHours,
  { slotTimes, weeklyHours }: WantedHours,
  today: LocalDate,
): OpeningHours {
  if (slotTimes) return withTimes(before, slotTimes, weeklyHours)
  if (!weeklyHours) return before
  const current = timesOn(today, before).from
  const lists = listsOf(before).map(({ hours, ...list }) =>
    list.from < current && hours ? { ...list, hours } : list,
  )
  return inListsOf(lists, weeklyHours)
}

function withTimes(
  before: OpeningHours,
  { replaces, ...wanted }: WantedTimes,
  given: WeeklyHours | undefined,
): OpeningHours {
  const earlier = listsOf(before)
    .filter(({ from }) => from < wanted.from && from !== replaces)
    .map((list) => (given ? { ...list, hours: inOrderOfDay(hoursOn(list.from, before)) } : list))
  const last = earlier.at(-1)
  const own = given ?? (replaces && hoursOn(replaces, before))
  const until = last && hoursOn(last.from, before)
  const cancels = until && sameTimes(last, wanted) && (!own || sameHours(until, own))
  const lists = cancels ? earlier : [...earlier, wanted]
  const usual = (cancels && last.hours) || hoursOn(replaces ?? wanted.from, before)
  return inListsOf(lists, given ?? hoursAfter(before, { wanted, lists, usual }))
}

/** With hours of earlier lists only where they differ. */
function inListsOf(lists: readonly EarlierTimes[], weeklyHours: WeeklyHours): OpeningHours {
  const { from, times } = lists.at(-1) as EarlierTimes
  return {
    slotTimes: { from, times },
    earlierSlotTimes: lists
      .slice(0, -1)
      .slice(-mostEarlierTimes)
      .map(({ hours, ...list }) =>
        hours && !sameHours(hours, weeklyHours) ? { ...list, hours } : list,
      ),
    weeklyHours,
  }
}

/** The weekly hours that follow from new times. */
function hoursAfter(
  before: OpeningHours,
  {
    wanted,
    lists,
    usual,
  }: { wanted: WantedTimes; lists: readonly EarlierTimes[]; usual: WeeklyHours },
): WeeklyHours {
  const stored = lists.slice(-storedLists).flatMap(slotsIn).map(startOf)
  const [old, slots] = [slotsOfDay(wanted.from, before), slotsIn(wanted)]
  const isKnown = listsOf(before)
    .slice(-storedLists)
    .some((list) => sameTimes(list, wanted))
  // A day that has hours of a list that is known has them from when it was changed last.
  const follow = (starts: readonly string[]) =>
    isKnown && slotsAt(starts, slots).length > 0 ? starts : startsAfterChange(starts, old, slots)
  return usual.map((starts) =>
    starts.length > 0 ? follow(starts).filter((start) => stored.includes(start)) : [],
  )
}

/** For a query string: '08:00_09:30,08:00,,,,,'. */
export const hoursToText = (hours: WeeklyHours): string =>
  hours.map((own) => own.join('_')).join(',')

/** Undefined for text not written by `hoursToText`. */
export function hoursFromText(written: string): string[][] | undefined {
  const week = written.split(',').map((own) => own.split('_').filter(Boolean))
  const areStarts = week.flat().every((start) => clockTime.test(start))
  return areStarts && week.length === weekdayNames.length ? inOrderOfDay(week) : undefined
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

/** Some of a day's `slots` as hours, with a gap for a missing slot: '8:00 – 10:30 AM, 1:00 – 5:00 PM'. */
export const describeHours = (own: readonly Slot[], slots: readonly Slot[]): string =>
  runsOf(own.map((slot) => slots.indexOf(slot)))
    .map((run) => describeStretch(run.map((at) => slots[at] as Slot)))
    .join(', ')

/**
 * The week on one line, for days with these slots: 'Monday to Saturday', or with hours if some day is shorter: 'Mon–Fri 8:00
 * AM – 5:00 PM, Sat 8:00 – 10:30 AM'.
 */
export function describeWeeklyHours(hours: WeeklyHours, slots: readonly Slot[]): string {
  const groups = groupsOf(hours, slots)
  if (groups.every(({ own }) => own.length === slots.length))
    return describeServiceDays(groups.flatMap(({ days }) => days))
  const parts = groups.map(({ days, own }) => ({
    days: runsOf(days).map(describeRun).join(', '),
    hours: describeHours(own, slots),
  }))
  // With commas inside the parts, another separator is needed.
  const hasCommas = parts.some((part) => part.days.includes(',') || part.hours.includes(','))
  return parts.map((part) => `${part.days} ${part.hours}`).join(hasCommas ? '; ' : ', ')
}

/** The same for a week of the times that count today. */
export const describeOpening = ({ today, ...hours }: OpeningHours & { today: LocalDate }): string =>
  describeWeeklyHours(hoursOn(today, hours), slotsOfDay(today, hours))

/** The same for a page, one line per group of days with equal hours: 'Monday to Friday, 8:00 AM – 5:00 PM'. */
export const listWeeklyHours = (hours: WeeklyHours, slots: readonly Slot[]): string[] =>
  groupsOf(hours, slots).map(({ days, own }) =>
    t('{days}, {hours}', { days: describeServiceDays(days), hours: describeHours(own, slots) }),
  )

/** The week on one line where a day's slots are not known: 'Mon–Fri 7:00 AM, 8:15 AM; Sat 7:00 AM' unless they are the usual ones. */
export function describeStarts(hours: WeeklyHours): string {
  const usual = standardSlots.map(startOf)
  if (hours.flat().every((start) => usual.includes(start)))
    return describeWeeklyHours(hours, standardSlots)
  const days = hours.map((starts, at) => ({ day: at + 1, starts }))
  const groups = Map.groupBy(
    days.filter(({ starts }) => starts.length > 0),
    ({ starts }) => starts.map((start) => startLabel(slotFrom(start, '23:59'))).join(', '),
  )
  return [...groups]
    .map(
      ([starts, own]) =>
        `${runsOf(own.map(({ day }) => day))
          .map(describeRun)
          .join(', ')} ${starts}`,
    )
    .join('; ')
}

const startLabel = (slot: Slot) => translateClock(slotLabel(slot).split(' - ')[0] ?? '')

/** The times of each open day, on one line: '8:00 AM – 9:00 AM 9:30 AM – 10:30 AM'; '' if days differ. */
export function describeTimes(hours: WeeklyHours, slots: readonly Slot[]): string {
  const [usual, ...others] = groupsOf(hours, slots)
  if (!usual || others.length > 0) return ''
  return usual.own.map(unbrokenTime).join('\u2003 ')
}

/** '8:00 AM – 9:00 AM' */
export const shownTime = (slot: Slot): string =>
  translateClock(slotLabel(slot).replace(' - ', ' – '))

/** The same, always on one line. */
export const unbrokenTime = (slot: Slot): string =>
  // Without the word joiner, lines may break after the dash.
  shownTime(slot).replaceAll(' ', '\u00a0').replace('–', '–\u2060')

/** For a time its day does not offer. */
export const notOfferedPhrase = (date: LocalDate, hours: OpeningHours) =>
  phrase(
    'This time is not offered on a {weekday}: our hours are {hours}. Please choose another one.',
    {
      weekday: translate(weekdayNames[weekday(date) - 1] ?? ''),
      hours: describeHours(slotsOn(date, hours), slotsOfDay(date, hours)),
    },
  )

/** Groups of days with equal hours, anywhere in the week; without closed ones. */
function groupsOf(hours: WeeklyHours, slots: readonly Slot[]): { days: number[]; own: Slot[] }[] {
  const groups = new Map<string, { days: number[]; own: Slot[] }>()
  for (const [at, starts] of hours.entries()) {
    const own = slotsAt(starts, slots)
    if (own.length === 0) continue
    const group = groups.get(own.join()) ?? { days: [], own }
    group.days.push(at + 1)
    groups.set(own.join(), group)
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

/** Hours of a business-local date's week for public pages; empty until published. */
export function hoursFacts(hours: OpeningHours, today: LocalDate, isPublished: boolean) {
  const [week, slots] = [hoursOn(today, hours), slotsOfDay(today, hours)]
  return {
    openDays: isPublished ? describeWeeklyHours(week, slots) : '',
    openHours: isPublished ? listWeeklyHours(week, slots).join('\n') : '',
    openTimes: isPublished ? describeTimes(week, slots) : '',
  }
}
