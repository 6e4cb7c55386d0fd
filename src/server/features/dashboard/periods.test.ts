import { expect, test } from 'vitest'
import { dashboardPeriods } from './periods.ts'

const iso = (period: readonly Date[]) => period.map((instant) => instant.toISOString())

test('days begin at midnight of the business, even when clocks change', () => {
  // Chicago leaves daylight time on 2026-11-01: that day has 25 hours.
  const { days } = dashboardPeriods(new Date('2026-11-03T02:00:00Z'))
  expect(days).toHaveLength(14)
  expect(days.at(-1)?.date).toBe('2026-11-02')
  expect(iso(days.at(-1)?.period ?? [])).toEqual([
    '2026-11-02T06:00:00.000Z',
    '2026-11-03T06:00:00.000Z',
  ])
  expect(iso(days.at(-2)?.period ?? [])).toEqual([
    '2026-11-01T05:00:00.000Z',
    '2026-11-02T06:00:00.000Z',
  ])
})

test('the current week is compared with the same part of the previous week', () => {
  const { week } = dashboardPeriods(new Date('2026-11-18T18:00:00Z'))
  expect(iso(week.running)).toEqual(['2026-11-16T06:00:00.000Z', '2026-11-18T18:00:00.001Z'])
  expect(iso(week.before)).toEqual(['2026-11-09T06:00:00.000Z', '2026-11-11T18:00:00.000Z'])
})

test('the compared part of a shorter previous month never reaches into the current one', () => {
  const { month } = dashboardPeriods(new Date('2026-03-31T20:00:00Z'))
  expect(iso(month.before)).toEqual(['2026-02-01T06:00:00.000Z', '2026-03-01T06:00:00.000Z'])
})

test('a month is compared up to the same day of the previous one, at the same local time', () => {
  // Winter against summer time: 12:30 is not equally long after the first midnight.
  const { month } = dashboardPeriods(new Date('2026-11-18T18:30:00Z'))
  expect(iso(month.before)).toEqual(['2026-10-01T05:00:00.000Z', '2026-10-18T17:30:00.000Z'])
})
