import { expect, test } from 'vitest'
import { isBigStep, priceExamples } from './prices.ts'

test('a bigger engine pays its additional quarts as extras', () => {
  expect(priceExamples({ includedQuarts: 5, oilType: 'full_synthetic' }, 12_999)).toEqual([
    { quarts: 5, beyond: 0, cents: 12_999 },
    { quarts: 7, beyond: 2, cents: 15_197 },
  ])
})

test.each([
  [12_999, 13_999, false],
  [12_999, 6500, false],
  [12_999, 6499, true],
  [12_999, 25_999, true],
  [12_999, 0, true],
  [0, 12_999, false],
])('from %i to %i cents needs confirmation: %s', (before, after, expected) => {
  expect(isBigStep(before, after)).toBe(expected)
})
