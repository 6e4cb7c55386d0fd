import { expect, test } from 'vitest'
import { median, percentile } from './figures.ts'

test.each([
  { values: [3, 1, 2], middle: 2 },
  { values: [10, 2, 4, 1], middle: 3 },
  { values: [7], middle: 7 },
])('the median of $values is $middle', ({ values, middle }) => {
  expect(median(values)).toBe(middle)
})

test('the 99th percentile of a hundred values is the second largest', () => {
  const values = Array.from({ length: 100 }, (_, n) => n + 1)
  expect([percentile(values, 0.99), percentile(values, 0.5), percentile([7], 0.99)]).toEqual([
    99, 50, 7,
  ])
})
