import { describe, expect, test } from 'vitest'
import { addMonths } from './calendar.ts'
import { nextService, type ServiceFacts } from './next-service.ts'

const camry: ServiceFacts = {
  oilType: 'full_synthetic',
  lastServiceDate: '2026-03-10',
  lastServiceMiles: 40_000,
  odometer: [],
}
const read = (date: string, miles: number) => ({ date, miles })

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2027-08-31', 6, '2028-02-29'],
  ['2026-12-15', 12, '2027-12-15'],
  ['2026-11-30', 1, '2026-12-30'],
])('%s and %i months is %s', (date, months, later) => {
  expect(addMonths(date, months)).toBe(later)
})

describe('nothing is estimated without', () => {
  test.each<[string, Partial<ServiceFacts>]>([
    ['an oil', { oilType: null }],
    ['a service', { lastServiceDate: null, lastServiceMiles: null }],
    [
      'a service, whatever the readings',
      { lastServiceDate: null, odometer: [read('2026-01-01', 9)] },
    ],
  ])('%s', (_, facts) => {
    expect(nextService({ ...camry, ...facts }, '2026-06-01')).toEqual({ state: 'none' })
  })
})

test.each([
  ['conventional', '2026-09-10', 45_000],
  ['semi_synthetic', '2026-09-10', 46_000],
  ['full_synthetic', '2027-03-10', 47_500],
  ['diesel_full_synthetic', '2027-03-10', 47_500],
] as const)('%s lasts until %s or %i miles', (oilType, byDate, atMiles) => {
  expect(nextService({ ...camry, oilType }, '2026-04-01')).toMatchObject({
    state: 'ahead',
    date: byDate,
    byDate,
    atMiles,
    milesPerDay: null,
  })
})

describe('miles at the last service', () => {
  test.each<[string, Partial<ServiceFacts>, number | null]>([
    ['the technician read them', { odometer: [read('2026-03-10', 39_900)] }, 47_500],
    [
      'read by the owner that day',
      { odometer: [read('2026-03-10', 41_000)], lastServiceMiles: null },
      48_500,
    ],
    [
      'between two readings',
      {
        odometer: [read('2026-03-20', 41_000), read('2026-02-28', 40_000)],
        lastServiceMiles: null,
      },
      48_000,
    ],
    [
      'before the first reading',
      { odometer: [read('2026-05-01', 42_000)], lastServiceMiles: null },
      null,
    ],
    [
      'after the last reading',
      { odometer: [read('2026-01-01', 38_000)], lastServiceMiles: null },
      null,
    ],
  ])('%s', (_, facts, atMiles) => {
    expect(nextService({ ...camry, ...facts }, '2026-04-01')).toMatchObject({ atMiles })
  })
})

describe('miles a day', () => {
  test.each<[string, ServiceFacts['odometer'], number | null, string]>([
    ['too short a time', [read('2026-04-08', 43_000)], null, '2027-03-10'],
    ['30 days with the service', [read('2026-04-09', 41_500)], 50, '2026-08-07'],
    ['so few that time decides', [read('2026-04-09', 40_030)], 1, '2027-03-10'],
    ['readings that run backwards', [read('2026-01-09', 41_000)], null, '2027-03-10'],
    ['a car that stands', [read('2026-05-09', 40_000)], 0, '2027-03-10'],
    [
      'the last year, not the one before',
      [read('2024-03-10', 0), read('2025-12-10', 35_500)],
      50,
      '2026-08-07',
    ],
    ['older readings where the last year has one', [read('2024-03-10', 3500)], 50, '2026-08-07'],
  ])('%s', (_, odometer, milesPerDay, date) => {
    expect(nextService({ ...camry, odometer }, '2026-05-10')).toMatchObject({
      state: 'ahead',
      milesPerDay,
      date,
    })
  })
})

test.each<[string, string, ServiceFacts['odometer'], 'ahead' | 'due', number]>([
  ['on the day of the service', '2026-03-10', [], 'ahead', 0],
  ['half of the time later', '2026-09-08', [], 'ahead', 182 / 365],
  ['the day before', '2027-03-09', [], 'ahead', 364 / 365],
  ['on the day', '2027-03-10', [], 'due', 1],
  ['long ago', '2029-01-01', [], 'due', 1],
  ['by a reading, long before the date', '2026-04-01', [read('2026-03-30', 47_500)], 'due', 1],
  ['a service in the future of a wrong clock', '2026-03-01', [], 'ahead', 0],
])('%s', (_, today, odometer, state, used) => {
  const next = nextService({ ...camry, odometer }, today)
  expect(next).toMatchObject({ state })
  expect('used' in next && next.used).toBeCloseTo(used)
})

test('a reading before the service higher than its own never puts the next one before it', () => {
  const odometer = [read('2025-10-26', 65_635), read('2026-02-18', 80_767)]
  expect(nextService({ ...camry, odometer }, '2026-03-10')).toMatchObject({
    state: 'ahead',
    date: '2027-03-10',
    atMiles: 47_500,
  })
})
