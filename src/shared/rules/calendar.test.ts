import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateRange,
  daysBetween,
  isLocalDate,
  isNearDate,
  startOfMonth,
  startOfWeek,
  weekday,
} from './calendar.ts'

const date = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))
const days = fc.integer({ min: -40_000, max: 40_000 })

describe('isLocalDate', () => {
  it.each([
    ['2026-11-23', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['2026-11-23T00:00:00Z', false],
    ['tomorrow', false],
    ['', false],
  ])('%s: %s', (text, exists) => {
    expect(isLocalDate(text)).toBe(exists)
  })
})

describe('isNearDate', () => {
  it.each([
    ['1899-12-31', false],
    ['1900-01-01', true],
    ['2100-12-31', true],
    ['2101-01-01', false],
    ['9999-12-31', false],
  ])('%s: %s', (date, near) => {
    expect(isNearDate(date)).toBe(near)
  })
})

describe('addDays', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    // Days with a clock change count like any other.
    ['2026-03-07', 2, '2026-03-09'],
    ['2026-10-31', 2, '2026-11-02'],
  ])('%s and %i days is %s', (from, count, expected) => {
    expect(addDays(from, count)).toBe(expected)
  })

  it('is reversible and agrees with daysBetween', () => {
    fc.assert(
      fc.property(date, days, (day, count) => {
        const there = addDays(day, count)
        expect(isLocalDate(there)).toBe(true)
        expect(addDays(there, -count)).toBe(day)
        expect(daysBetween(day, there)).toBe(count)
      }),
    )
  })

  it('orders dates like their texts', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 1, max: 9000 }), (day, count) => {
        expect(addDays(day, count) > day).toBe(true)
      }),
    )
  })
})

describe('weekday', () => {
  it.each([
    ['1970-01-01', 4],
    ['2026-11-22', 7],
    ['2026-11-23', 1],
  ])('%s is %i', (day, expected) => {
    expect(weekday(day)).toBe(expected)
  })

  it('repeats after seven days and advances by one', () => {
    fc.assert(
      fc.property(date, (day) => {
        expect(weekday(addDays(day, 7))).toBe(weekday(day))
        expect(weekday(addDays(day, 1))).toBe((weekday(day) % 7) + 1)
      }),
    )
  })
})

describe('ranges', () => {
  it('contain both ends once, in order, and are empty when reversed', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -5, max: 120 }), (from, length) => {
        const range = dateRange(from, addDays(from, length))
        expect(range).toHaveLength(Math.max(0, length + 1))
        expect(new Set(range).size).toBe(range.length)
        const ends = length < 0 ? [undefined, undefined] : [from, addDays(from, length)]
        expect([range[0], range.at(-1)]).toEqual(ends)
      }),
    )
  })

  it('starts a week on the Monday before and a month on its first', () => {
    fc.assert(
      fc.property(date, (day) => {
        expect(weekday(startOfWeek(day))).toBe(1)
        expect(daysBetween(startOfWeek(day), day)).toBe(weekday(day) - 1)
        expect(startOfMonth(day)).toBe(`${day.slice(0, 7)}-01`)
      }),
    )
  })
})
