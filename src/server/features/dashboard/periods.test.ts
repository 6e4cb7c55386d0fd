import { expect, test } from 'vitest'
import { dashboardPeriods } from './periods.ts'

const iso = (period: readonly Date[]) => period.map((instant) => instant.toISOString())

test('days begin at midnight of the business, also across the change to winter time', () => {
  // 2026-11-01 is when Chicago leaves daylight time: that day has 25 hours.
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

test('a running week is compared with the same stretch of the week before', () => {
  const { week } = dashboardPeriods(new Date('2026-11-18T18:00:00Z'))
  expect(iso(week.running)).toEqual(['2026-11-16T06:00:00.000Z', '2026-11-18T18:00:00.001Z'])
  expect(iso(week.before)).toEqual(['2026-11-09T06:00:00.000Z', '2026-11-11T18:00:00.000Z'])
})

test('the stretch of a shorter month before never reaches into the running one', () => {
  const { month } = dashboardPeriods(new Date('2026-03-31T20:00:00Z'))
  expect(iso(month.before)).toEqual(['2026-02-01T06:00:00.000Z', '2026-03-01T06:00:00.000Z'])
})

test('a month ends its comparison on the same day of the one before, at the same time by the clock', () => {
  // Winter time against summer time: 12:30 is not as long after the first midnight.
  const { month } = dashboardPeriods(new Date('2026-11-18T18:30:00Z'))
  expect(iso(month.before)).toEqual(['2026-10-01T05:00:00.000Z', '2026-10-18T17:30:00.000Z'])
})
