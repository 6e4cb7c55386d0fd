import { expect, test } from 'vitest'
import { median } from './numbers.ts'

test.each([
  { values: [3, 1, 2], middle: 2 },
  { values: [10, 2, 4, 1], middle: 3 },
  { values: [7], middle: 7 },
])('the median of $values is $middle', ({ values, middle }) => {
  expect(median(values)).toBe(middle)
})
