import { describe, expect, test } from 'vitest'
import { dayToPropose, nearbyDays } from './grouped-days.ts'

const austin = { latitude: 30.2648, longitude: -97.7472 }
/** A degree of latitude is 69.09 miles. */
const north = (miles: number) => ({ ...austin, latitude: austin.latitude + miles / 69.0935 })
const spot = (miles: number, radiusMiles: number) => ({ ...north(miles), radiusMiles })
const on = (date: string, visits: number, miles: number) => ({ date, visits, ...north(miles) })
const grouping = { spots: [], radiusMiles: 10, minimum: 3 }

describe('visits near a place', () => {
  test.each([
    ['none far away', [on('2030-01-07', 5, 11)], []],
    ['one close by', [on('2030-01-07', 1, 9)], [['2030-01-07', false]]],
    ['the minimum at one address', [on('2030-01-07', 3, 9)], [['2030-01-07', true]]],
    [
      'the minimum at several',
      [on('2030-01-07', 1, 9), on('2030-01-07', 2, 1)],
      [['2030-01-07', true]],
    ],
    [
      'too few here, others elsewhere',
      [on('2030-01-07', 2, 9), on('2030-01-07', 2, 11)],
      [['2030-01-07', false]],
    ],
    [
      'several days, in their order',
      [on('2030-01-09', 1, 0), on('2030-01-08', 4, 0)],
      [
        ['2030-01-08', true],
        ['2030-01-09', false],
      ],
    ],
  ] as const)('%s', (_, booked, answer) => {
    const days = nearbyDays(austin, booked, grouping)
    expect(days.map(({ date, grouped }) => [date, grouped])).toEqual(answer)
  })
})

describe('the minimum is a number of visits', () => {
  const booked = [on('2030-01-07', 3, 14)]
  test.each([
    ['in the core spot of the place', [spot(5, 10)], 3, true],
    ['in the spot that reaches it best', [spot(-20, 17), spot(5, 10)], 3, true],
    ['up to the margin around the spot', [spot(0, 11)], 3, true],
    ['not beyond it', [spot(0, 9)], 3, false],
    ['not in a spot elsewhere', [spot(30, 10)], 3, false],
    ['up to what the operator wants', [spot(5, 10)], 4, false],
    ['never, where one visit is enough', [spot(5, 10)], 1, false],
    ['never, where none is asked for', [spot(5, 10)], 0, false],
  ])('%s', (_, spots, minimum, grouped) => {
    const days = nearbyDays(austin, booked, { ...grouping, spots, minimum })
    expect(days).toEqual(grouped ? [{ date: '2030-01-07', grouped }] : [])
  })
})

describe('the day to propose', () => {
  const days = (closed: readonly number[] = []) =>
    Array.from({ length: 14 }, (_, i) => ({
      date: `2030-01-${String(i + 1).padStart(2, '0')}`,
      open: !closed.includes(i + 1),
    }))
  test.each([
    ['is the first open one', days([1]), [], '2030-01-02'],
    ['is a grouped one before it', days(), ['2030-01-05', '2030-01-06'], '2030-01-05'],
    ['is one that is still open', days([5]), ['2030-01-05', '2030-01-06'], '2030-01-06'],
    ['is at most a week later', days(), ['2030-01-08'], '2030-01-08'],
    ['is not later than that', days(), ['2030-01-09'], '2030-01-01'],
    ['counts the week from the first open day', days([1]), ['2030-01-09'], '2030-01-09'],
  ])('%s', (_, offered, grouped, date) => {
    expect(dayToPropose(offered, grouped)?.date).toBe(date)
  })

  test('is none if all are closed', () => {
    expect(dayToPropose([{ date: '2030-01-01', open: false }], ['2030-01-01'])).toBeUndefined()
  })
})
