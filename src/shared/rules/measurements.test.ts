import { expect, test } from 'vitest'
import { isTenfold } from './measurements.ts'

test.each([
  [460_000, 46_000, true],
  [459_999, 46_000, false],
  [1_500_000, 5, true],
  [45_000, 0, false],
  [45_000, undefined, false],
])('%i miles after %s are ten times the last reading: %s', (miles, before, tenfold) => {
  expect(isTenfold(miles, before === undefined ? undefined : { miles: before })).toBe(tenfold)
})
