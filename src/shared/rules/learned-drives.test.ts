import { expect, test } from 'vitest'
import { type DrivenOnce, driveFactor, learnFromDrives, nothingLearned } from './learned-drives.ts'

const monday = '2026-11-23'
const saturday = '2026-11-28'
const drives = (count: number, wanted: Partial<DrivenOnce> = {}): DrivenOnce[] =>
  Array.from({ length: count }, () => ({
    date: monday,
    hour: 9,
    estimate: 10,
    actual: 15,
    ...wanted,
  }))
const nine = { hour: 9, weekday: 1 }

test('no drives change no estimates', () => {
  expect(learnFromDrives([])).toEqual(nothingLearned)
  expect(driveFactor(nothingLearned, nine)).toBe(1)
})

test('estimates stay until there are 30 drives', () => {
  const few = learnFromDrives(drives(29))
  expect(few).toEqual({ drives: 29, estimate: 10, actual: 15, factor: 1, hours: [] })
  expect(driveFactor(few, nine)).toBe(1)
  expect(learnFromDrives(drives(30))).toEqual({
    drives: 30,
    estimate: 10,
    actual: 15,
    factor: 1.5,
    hours: [{ isWeekend: false, hour: 9, drives: 30, factor: 1.5 }],
  })
})

test('an hour with 30 drives has its own factor, others the overall one', () => {
  const learned = learnFromDrives([
    ...drives(30, { hour: 17, actual: 20 }),
    ...drives(30, { hour: 9, actual: 12 }),
    ...drives(30, { date: saturday, hour: 17, actual: 8 }),
    ...drives(5, { hour: 12, actual: 40 }),
  ])
  expect(learned.hours.map(({ isWeekend, hour }) => [isWeekend, hour])).toEqual([
    [false, 9],
    [false, 17],
    [true, 17],
  ])
  expect(driveFactor(learned, { hour: 17, weekday: 5 })).toBe(2)
  expect(driveFactor(learned, { hour: 9, weekday: 1 })).toBe(1.2)
  expect(driveFactor(learned, { hour: 17, weekday: 7 })).toBe(0.8)
  expect(driveFactor(learned, { hour: 12, weekday: 1 })).toBe(1.2)
  expect(driveFactor(learned, { hour: 9, weekday: 6 })).toBe(1.2)
  expect(driveFactor(learned)).toBe(1.2)
})

test.each([
  [4, 0.5],
  [5, 0.5],
  [7, 0.7],
  [24, 2.4],
  [30, 2.5],
  [49, 2.5],
])('ten minutes that took %i: times %d', (actual, factor) => {
  expect(learnFromDrives(drives(30, { actual })).factor).toBe(factor)
})

test.each([
  ['two blocks', { estimate: 4, actual: 8 }],
  ['pressed at the door', { actual: 0 }],
  ['pressed late', { actual: 1 }],
  ['lunch on the way', { actual: 51 }],
  ['a clock set back', { actual: -10 }],
])('a drive that says nothing about the road does not count: %s', (_, wanted) => {
  expect(learnFromDrives([...drives(30), ...drives(100, wanted)])).toEqual(
    learnFromDrives(drives(30)),
  )
})

test('one odd drive changes nothing', () => {
  expect(learnFromDrives([...drives(31), ...drives(10, { actual: 45 })]).factor).toBe(1.5)
})
