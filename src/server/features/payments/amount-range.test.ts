import { expect, test } from 'vitest'
import { amountRange } from './queries/matching-payments.ts'

test.each([
  ['$129.99', 12_999, 12_999],
  ['129.99', 12_999, 12_999],
  ['129.9', 12_990, 12_999],
  ['$129', 12_900, 12_999],
  ['$129.', 12_900, 12_999],
  ['$1,234.50', 123_450, 123_450],
  ['1234567.00', 123_456_700, 123_456_700],
  ['$0.05', 5, 5],
])('%s is the beginning of an amount', (typed, first, last) => {
  expect(amountRange(typed)).toEqual({ first, last })
})

test.each(['129', 'FQ-129', '129.', '$', '', '-1.00', '1.999', '12345678.00', '1,23.00', '5.5.5'])(
  '%s is not one',
  (typed) => expect(amountRange(typed)).toBeUndefined(),
)
