import { expect, test } from 'vitest'
import { isQuiet } from './quiet-hours.ts'

const night = { quietFrom: '21:00', quietUntil: '07:00' }

test.each([
  ['20:59', false],
  ['21:00', true],
  ['23:30', true],
  ['00:00', true],
  ['06:59', true],
  ['07:00', false],
])('at %s of a night over midnight it is quiet: %s', (time, quiet) => {
  expect(isQuiet(time, night)).toBe(quiet)
})

test('hours within one day, and none', () => {
  expect(isQuiet('13:00', { quietFrom: '12:00', quietUntil: '14:00' })).toBe(true)
  expect(isQuiet('14:00', { quietFrom: '12:00', quietUntil: '14:00' })).toBe(false)
  for (const time of ['00:00', '07:00', '12:00'])
    expect(isQuiet(time, { quietFrom: '07:00', quietUntil: '07:00' })).toBe(false)
})
