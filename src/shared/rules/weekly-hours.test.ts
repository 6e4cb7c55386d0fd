import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wording } from '../texts/t.ts'
import { addDays, weekday } from './calendar.ts'
import { defaultSettings } from './settings.ts'
import type { SlotTimes } from './slot-times.ts'
import { slotFrom, standardSlots, startOf } from './slots.ts'
import { slotAt, startsAt } from './test-slots.ts'
import {
  describeHours,
  describeTimes,
  describeWeeklyHours,
  hasOwnHours,
  hoursForAllTimes,
  hoursFromText,
  hoursOn,
  hoursToText,
  inOrderOfDay,
  isOffered,
  isOpenDay,
  listWeeklyHours,
  notOfferedPhrase,
  offeredWeekStarts,
  startsWithOlder,
  lostWeekStarts,
  type OpeningHours,
  serviceDaysOf,
  slotsOn,
  spanOf,
  type WantedHours,
  type WeeklyHours,
  withHours,
  withServiceDays,
} from './weekly-hours.ts'

const all = standardSlots.map(startOf)
const usual = withServiceDays([], [1, 2, 3, 4, 5, 6], standardSlots)
const open = (weeklyHours: WeeklyHours) => ({ ...defaultSettings, weeklyHours })
const week = (own: Record<number, number[]>, rest = all): WeeklyHours =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => (own[day] ? startsAt(...own[day]) : rest))
const shortSaturday = week({ 6: [1, 2], 7: [] })
const saturday = '2026-11-21'

const anyHours: fc.Arbitrary<string[][]> = fc.tuple(
  ...Array.from({ length: 7 }, () => fc.subarray(all)),
)

describe('the hours of a day in words', () => {
  it.each<[number[], string]>([
    [[1, 2, 3, 4, 5], '8:00 AM – 5:00 PM'],
    [[1, 2], '8:00 – 10:30 AM'],
    [[1], '8:00 – 9:00 AM'],
    [[3, 4, 5], '1:00 – 5:00 PM'],
    [[2, 3], '9:30 AM – 2:00 PM'],
    [[1, 2, 5], '8:00 – 10:30 AM, 4:00 – 5:00 PM'],
    [[1, 3, 5], '8:00 – 9:00 AM, 1:00 – 2:00 PM, 4:00 – 5:00 PM'],
    [[1, 2, 3, 5], '8:00 AM – 2:00 PM, 4:00 – 5:00 PM'],
    [[], ''],
  ])('%j are %s', (numbers, expected) => {
    expect(describeHours(numbers.map(slotAt), standardSlots)).toBe(expected)
  })
})

describe('the hours of a week in words', () => {
  it.each<[WeeklyHours, string, string[]]>([
    [usual, 'Monday to Saturday', ['Monday to Saturday, 8:00 AM – 5:00 PM']],
    [week({}), 'Monday to Sunday', ['Monday to Sunday, 8:00 AM – 5:00 PM']],
    [
      shortSaturday,
      'Mon–Fri 8:00 AM – 5:00 PM, Sat 8:00 – 10:30 AM',
      ['Monday to Friday, 8:00 AM – 5:00 PM', 'Saturday, 8:00 – 10:30 AM'],
    ],
    [week({ 6: [1] }, []), 'Sat 8:00 – 9:00 AM', ['Saturday, 8:00 – 9:00 AM']],
    [
      week({ 2: [1, 2], 4: [1, 2], 6: [], 7: [] }),
      'Mon, Wed, Fri 8:00 AM – 5:00 PM; Tue, Thu 8:00 – 10:30 AM',
      ['Monday, Wednesday, Friday, 8:00 AM – 5:00 PM', 'Tuesday, Thursday, 8:00 – 10:30 AM'],
    ],
    [
      week({ 6: [1, 2, 5], 7: [] }),
      'Mon–Fri 8:00 AM – 5:00 PM; Sat 8:00 – 10:30 AM, 4:00 – 5:00 PM',
      ['Monday to Friday, 8:00 AM – 5:00 PM', 'Saturday, 8:00 – 10:30 AM, 4:00 – 5:00 PM'],
    ],
    [week({ 6: [3], 7: [3] }, []), 'Sat–Sun 1:00 – 2:00 PM', ['Saturday, Sunday, 1:00 – 2:00 PM']],
    [week({}, []), '', []],
  ])('%j', (hours, line, lines) => {
    expect(describeWeeklyHours(hours, standardSlots)).toBe(line)
    expect(listWeeklyHours(hours, standardSlots)).toEqual(lines)
  })

  it('lists the times common to all open days, and nothing if days differ', () => {
    expect(describeTimes(shortSaturday, standardSlots)).toBe('')
    const plain = describeTimes(week({ 1: [1, 5], 6: [1, 5] }, []), standardSlots)
      .replaceAll('\u00a0', '_')
      .replaceAll('\u2060', '!')
    expect(plain).toBe('8:00_AM_–!_9:00_AM\u2003 4:00_PM_–!_5:00_PM')
  })

  it('for a time that is not offered, gives the hours of its day', () => {
    expect(wording(notOfferedPhrase(saturday, open(shortSaturday)))).toBe(
      'This time is not offered on a Saturday: our hours are 8:00 – 10:30 AM. Please choose another one.',
    )
  })
})

describe('weekly hours', () => {
  it('offer a slot of a date by its weekday only', () => {
    fc.assert(
      fc.property(anyHours, fc.nat(3000), (hours, ahead) => {
        const date = addDays(saturday, ahead)
        const offered = standardSlots.filter((slot) => isOffered(date, slot, open(hours)))
        expect(offered.map(startOf)).toEqual(hours[weekday(date) - 1])
        const places = offered.map((slot) => weekday(date) * 10_000 + Math.floor(slot / 10_000))
        const starts = offeredWeekStarts(date, open(hours)).map(({ start }) => start)
        expect(starts).toEqual(expect.arrayContaining(places))
      }),
    )
  })

  it('stay the same when the same days are opened, and open new days completely', () => {
    fc.assert(
      fc.property(anyHours, fc.subarray([1, 2, 3, 4, 5, 6, 7]), (hours, days) => {
        expect(withServiceDays(hours, serviceDaysOf(hours), standardSlots)).toEqual(hours)
        const other = withServiceDays(hours, days, standardSlots)
        expect(serviceDaysOf(other)).toEqual(days)
        for (const [at, own] of other.entries())
          if (own.length > 0) expect(own).toEqual(hours[at]?.length ? hours[at] : all)
      }),
    )
  })

  it('survive a query string, in any order', () => {
    fc.assert(
      fc.property(anyHours, (hours) => {
        expect(hoursFromText(hoursToText(hours))).toEqual(hours)
        expect(inOrderOfDay(hours.map((own) => [...own, ...own].toReversed()))).toEqual(hours)
      }),
    )
    for (const wrong of ['', '08:00', '7:00,,,,,,', '08:00,,,,,', ',,,,,,,', '08:00_24:00,,,,,,'])
      expect(hoursFromText(wrong)).toBeUndefined()
  })

  it('lose the times that the first has and the second lacks', () => {
    const lost = (before: WeeklyHours, after: WeeklyHours) =>
      lostWeekStarts(saturday, open(before), open(after)).map(({ start }) => start)
    expect(lost(usual, shortSaturday)).toEqual([61300, 61430, 61600])
    expect(lost(shortSaturday, usual)).toEqual([])
    expect(lost(shortSaturday, withServiceDays(shortSaturday, [6], standardSlots))).toHaveLength(25)
  })

  it.each<[number[], object | null]>([
    [[1, 2, 3, 4, 5], { from: '08:00', to: '17:00' }],
    [[2, 3], { from: '09:30', to: '14:00' }],
    [[], null],
  ])('%j span %j', (numbers, span) => {
    expect(spanOf(numbers.map(slotAt))).toEqual(span)
  })
})

describe('hours from a day on', () => {
  const { times } = defaultSettings.slotTimes
  // Thursdays; the first is today.
  const [today, january, february] = ['2026-11-19', '2027-01-07', '2027-02-04']
  const now = open(usual)
  const half = { slotTimes: { from: january, times }, weeklyHours: shortSaturday }
  const planned = withHours(now, half, today)
  const early: SlotTimes['times'] = [
    ['07:00', '08:00'],
    ['09:30', '10:30'],
  ]
  const hoursOf = (all: OpeningHours) =>
    [today, january, february].map((date) => hoursToText(hoursOn(date, all)))
  const [whole, short] = [usual, shortSaturday].map(hoursToText)
  const noMonday = week({ 1: [], 7: [] })

  it.each<[string, WantedHours[], (string | undefined)[]]>([
    ['count from the day of the times they came with', [], [whole, short, short]],
    [
      'are dropped with the times',
      [{ slotTimes: { from: january, times } }],
      [whole, whole, whole],
    ],
    [
      'stay with times moved to another day',
      [{ slotTimes: { from: february, times, replaces: january } }],
      [whole, whole, short],
    ],
    [
      'of today, given without times, count on every day',
      [{ weeklyHours: noMonday }],
      Array(3).fill(hoursToText(noMonday)),
    ],
    [
      'given again without times, count from today',
      [{ weeklyHours: shortSaturday }],
      [short, short, short],
    ],
    [
      'stay when all settings are sent back',
      [{ slotTimes: planned.slotTimes, weeklyHours: planned.weeklyHours }],
      [whole, short, short],
    ],
    [
      'follow each other',
      [{ slotTimes: { from: february, times }, weeklyHours: noMonday }],
      [whole, short, hoursToText(noMonday)],
    ],
    [
      'are not those of an earlier change that replaces them',
      [{ slotTimes: { from: '2026-12-03', times }, weeklyHours: noMonday }],
      [whole, hoursToText(noMonday), hoursToText(noMonday)],
    ],
  ])('%s', (_, changes, expected) => {
    expect(hoursOf(changes.reduce((all, one) => withHours(all, one, today), planned))).toEqual(
      expected,
    )
  })

  it('leave no trace where they are taken back', () => {
    expect(withHours(planned, { slotTimes: { from: january, times } }, today)).toEqual({
      slotTimes: now.slotTimes,
      earlierSlotTimes: [],
      weeklyHours: usual,
    })
  })

  it('add new times that overlap open ones, unless they came with hours', () => {
    const from = { from: january, times: early }
    const follows = withHours(now, { slotTimes: from }, today)
    expect(slotsOn('2027-01-09', follows).map(startOf)).toEqual(['07:00', '09:30'])
    const own = withHours(now, { slotTimes: from, weeklyHours: week({ 6: [2], 7: [] }) }, today)
    expect(slotsOn('2027-01-09', own).map(startOf)).toEqual(['09:30'])
    expect(slotsOn(saturday, own)).toEqual(standardSlots)
  })

  it('of past days stay, and those of today for all times include the times to come', () => {
    expect(hoursOf(withHours(planned, { weeklyHours: noMonday }, january))[0]).toBe(whole)
    const later = withHours(
      now,
      { slotTimes: { from: january, times: early }, weeklyHours: week({ 6: [], 7: [] }) },
      today,
    )
    expect(hoursForAllTimes(today, later)[5]).toEqual(['07:00', ...all])
    expect(hasOwnHours(later.slotTimes, later)).toBe(true)
    expect(isOpenDay('2027-01-09', later)).toBe(false)
    expect(isOpenDay(saturday, later)).toBe(true)
  })

  it('part the visits by their days', () => {
    expect(lostWeekStarts(today, now, planned)).toEqual(
      [61300, 61430, 61600].map((start) => ({ start, first: january, last: '9999-12-31' })),
    )
  })
})

describe('older starts', () => {
  // The usual five before, and an evening; now two long times and the same morning.
  const older = [...standardSlots, slotFrom('20:00', '21:00')]
  const slots = [slotFrom('08:00', '09:00'), slotFrom('09:00', '12:00'), slotFrom('13:00', '17:00')]
  const all = ['08:00', '09:00', '09:30', '13:00', '14:30', '16:00', '20:00']
  it.each<[string, string[], string[], string[]]>([
    ['stay with a whole day', ['08:00', '09:00', '13:00'], all, all],
    [
      'go with the times they overlap',
      ['08:00', '09:00'],
      all,
      ['08:00', '09:00', '09:30', '20:00'],
    ],
    ['come back with them', ['08:00', '13:00'], ['08:00'], ['08:00', '13:00', '14:30', '16:00']],
    ['go with a closed day', [], all, []],
  ])('%s', (_, chosen, before, after) => {
    expect(startsWithOlder(chosen, { before, slots, older })).toEqual(after)
  })
})
