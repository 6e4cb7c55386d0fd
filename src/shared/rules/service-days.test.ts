import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from './calendar.ts'
import {
  bookingWindow,
  closedDayMessage,
  describeServiceDays,
  earliestServiceDate,
  isServiceDay,
  weekdayNames,
} from './service-days.ts'

const usual = [1, 2, 3, 4, 5, 6]
const friday = '2026-11-20'
const saturday = '2026-11-21'
const sunday = '2026-11-22'
const monday = '2026-11-23'

const date = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const serviceDays = fc
  .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
  .map((days) => days.sort((a, b) => a - b))

const openOn = (days: readonly number[]) => (date: string) => isServiceDay(date, days)

describe('earliestServiceDate', () => {
  it.each([
    ['the next day', friday, 1, usual, saturday],
    ['past a Sunday', saturday, 1, usual, monday],
    ['the same day', friday, 0, usual, friday],
    ['the same day is closed', sunday, 0, usual, monday],
    ['the only open day a week ahead', saturday, 1, [6], '2026-11-28'],
    ['never open', friday, 1, [], undefined],
  ] as const)('%s', (_, today, leadDays, days, expected) => {
    expect(earliestServiceDate(today, leadDays, openOn(days))).toBe(expected)
  })

  it('is open, respects the lead days, and has no open day before it', () => {
    fc.assert(
      fc.property(date, fc.nat({ max: 10 }), serviceDays, (today, leadDays, days) => {
        const first = earliestServiceDate(today, leadDays, openOn(days)) ?? ''
        const ahead = daysBetween(today, first)
        expect(isServiceDay(first, days)).toBe(true)
        expect(ahead).toBeGreaterThanOrEqual(leadDays)
        for (let day = leadDays; day < ahead; day++)
          expect(isServiceDay(addDays(today, day), days)).toBe(false)
      }),
    )
  })
})

describe('bookingWindow', () => {
  const facts = {
    today: friday,
    todayIsOver: false,
    leadDays: 0,
    horizonDays: 90,
    isOpen: openOn(usual),
  }

  it('starts today without lead days, until the last slot has started', () => {
    expect(bookingWindow(facts)).toEqual({ first: friday, last: '2027-02-18' })
    expect(bookingWindow({ ...facts, todayIsOver: true }).first).toBe(saturday)
  })

  it('ends at the horizon', () => {
    expect(bookingWindow({ ...facts, leadDays: 1, horizonDays: 7 })).toEqual({
      first: saturday,
      last: '2026-11-27',
    })
  })
})

describe('describeServiceDays', () => {
  it.each([
    [usual, 'Monday to Saturday'],
    [[6], 'Saturday'],
    [[2, 4], 'Tuesday, Thursday'],
    [[1, 2], 'Monday, Tuesday'],
    [[1, 2, 3, 6], 'Monday to Wednesday, Saturday'],
    [[1, 2, 3, 4, 5, 6, 7], 'Monday to Sunday'],
    [[], ''],
  ])('%j is %s', (days, expected) => {
    expect(describeServiceDays(days)).toBe(expected)
  })

  it('names the first and the last open day of every week', () => {
    fc.assert(
      fc.property(serviceDays, (days) => {
        const words = describeServiceDays(days)
        expect(words.startsWith(weekdayNames[(days[0] ?? 0) - 1] ?? '?')).toBe(true)
        expect(words.endsWith(weekdayNames[(days.at(-1) ?? 0) - 1] ?? '?')).toBe(true)
      }),
    )
  })
})

describe('names the first and last open day of every week', () => {
  it('has the fixed text for a Sunday', () => {
    expect(closedDayMessage(usual, sunday)).toEqual({
      title: 'Invalid Service Day',
      message:
        "Please select a date between Monday and Saturday. We don't provide service on Sundays.",
    })
  })

  it.each([
    [[6], friday, "Please select a date on Saturday. We don't provide service on Fridays."],
    [
      [2, 4],
      monday,
      "Please select a date on Tuesday, Thursday. We don't provide service on Mondays.",
    ],
    [
      [1, 2, 3, 6],
      friday,
      "Please select a date on Monday to Wednesday, Saturday. We don't provide service on Fridays.",
    ],
  ])('follows other opening days: %j', (days, day, expected) => {
    expect(closedDayMessage(days, day).message).toBe(expected)
  })
})
