import { addDays, type LocalDate } from './calendar.ts'
import { clockTime, overlap, type Slot, slotFrom, startOf } from './slots.ts'

/** The times of a day, "HH:MM" from and to, in order and without overlap, for business-local dates from `from` on. */
export type SlotTimes = { from: LocalDate; times: [string, string][] }

/** An earlier list, with its days' weekly hours if later ones differ. */
export type EarlierTimes = SlotTimes & { hours?: string[][] | undefined }

/** A new list; `replaces`: the first day of the planned list it replaces. */
export type WantedTimes = SlotTimes & { replaces?: LocalDate | undefined }

/** All lists of the settings, earliest first. */
export type AllSlotTimes = { slotTimes: SlotTimes; earlierSlotTimes: readonly EarlierTimes[] }

export const mostSlotsADay = 12

/** Lists whose starts stay in the weekly hours. */
export const storedLists = 3

/** Lists that are kept, so that past days show their times. */
export const mostEarlierTimes = 24

export const listsOf = ({ slotTimes, earlierSlotTimes }: AllSlotTimes): EarlierTimes[] => [
  ...earlierSlotTimes,
  slotTimes,
]

export const slotsIn = ({ times }: SlotTimes): Slot[] =>
  times.map(([start, end]) => slotFrom(start, end))

/** The list that counts on a business-local date. */
export const timesOn = (date: LocalDate, all: AllSlotTimes): EarlierTimes => {
  const lists = listsOf(all)
  return lists.findLast(({ from }) => from <= date) ?? (lists[0] as SlotTimes)
}

/** The times of a business-local date, open or not. */
export const slotsOfDay = (date: LocalDate, all: AllSlotTimes): Slot[] =>
  slotsIn(timesOn(date, all))

/** The times of all days from one date to another, each once, in order; without dates, those of all lists. */
export function slotsBetween(
  all: AllSlotTimes,
  { from = '', to = '9999' }: { from?: LocalDate; to?: LocalDate } = {},
): Slot[] {
  const first = from && timesOn(from, all).from
  const lists = listsOf(all).filter((list) => list.from >= first && list.from <= to)
  const used = lists.length > 0 ? lists : [timesOn(to, all)]
  return [...new Set(used.flatMap(slotsIn))].toSorted((one, other) => one - other)
}

/** The slot under which a day shows a visit: the first one it overlaps, else the last before it, else the first. */
export const slotShowing = (slot: Slot, slots: readonly Slot[]): Slot | undefined =>
  slots.find((one) => overlap(one, slot)) ?? slots.findLast((one) => one <= slot) ?? slots[0]

/** Whether times are in order, each ends after it starts, and none overlaps the next. */
export const areInOrder = (times: SlotTimes['times']): boolean =>
  times.every(([start, end], at) => start < end && (times[at - 1]?.[1] ?? '') <= start)

export const sameTimes = (one: SlotTimes, other: SlotTimes): boolean =>
  String(one.times) === String(other.times)

const lastDate = '9999-12-31'

/** The days from a date on, parted wherever a list of one of these begins. */
export function stretchesFrom(
  start: LocalDate,
  ...all: readonly AllSlotTimes[]
): { first: LocalDate; last: LocalDate }[] {
  const begins = all.flatMap(listsOf).map(({ from }) => (from < start ? start : from))
  const firsts = [...new Set([start, ...begins])].toSorted()
  return firsts.map((first, at) => {
    const next = firsts[at + 1]
    return { first, last: next ? addDays(next, -1) : lastDate }
  })
}

/** Each slot with the first and last business-local dates on which it is one of the day's times, from a date on. */
export const slotDaysFrom = (
  start: LocalDate,
  all: AllSlotTimes,
): { slot: Slot; first: LocalDate; last: LocalDate }[] =>
  stretchesFrom(start, all).flatMap((days) =>
    slotsOfDay(days.first, all).map((slot) => ({ slot, ...days })),
  )

/** For a query string: '07:00-08:00,08:30-09:30'. */
export const timesToText = (times: SlotTimes['times']): string =>
  times.map((time) => time.join('-')).join(',')

/** Undefined for text not written by `timesToText`. */
export function timesFromText(written: string): SlotTimes['times'] | undefined {
  const times = written.split(',').map((time) => time.split('-'))
  const areTimes = times.every(
    (time) => time.length === 2 && time.every((one) => clockTime.test(one)),
  )
  return areTimes && times.length <= mostSlotsADay && areInOrder(times as SlotTimes['times'])
    ? (times as SlotTimes['times'])
    : undefined
}

/**
 * A weekday's starts after a change of times: those offered before, and new ones that overlap one of them; all of them if the
 * whole day was offered.
 */
export function startsAfterChange(
  starts: readonly string[],
  before: readonly Slot[],
  after: readonly Slot[],
): string[] {
  const offered = before.filter((slot) => starts.includes(startOf(slot)))
  const isWhole = offered.length === before.length
  const added = after.filter((slot) => isWhole || offered.some((one) => overlap(one, slot)))
  return [...new Set([...starts, ...added.map(startOf)])].toSorted()
}
