import { afterEach, expect, test } from 'vitest'
import { businessDate, businessToday, slotStart, startOfBusinessDay } from './business-time.ts'
import { travelBack, travelTo } from './clock.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

afterEach(travelBack)

test('today is the date at the business, not in UTC', () => {
  travelTo(new Date('2026-11-24T05:59:00Z'))
  expect(businessToday()).toBe('2026-11-23')
  expect(businessDate(new Date('2026-11-24T06:00:00Z'))).toBe('2026-11-24')
})

test('slots start in business time, in winter and summer', () => {
  expect(slotStart('2026-11-24', slotAt(1)).toISOString()).toBe('2026-11-24T14:00:00.000Z')
  expect(slotStart('2026-07-01', slotAt(4)).toISOString()).toBe('2026-07-01T19:30:00.000Z')
})

test('a day with a clock change begins at its own midnight', () => {
  expect(startOfBusinessDay('2026-11-01').toISOString()).toBe('2026-11-01T05:00:00.000Z')
  expect(startOfBusinessDay('2026-11-02').toISOString()).toBe('2026-11-02T06:00:00.000Z')
})
