import { expect, test } from 'vitest'
import { describeTerms, invoiceNumber } from './invoices.ts'

test.each([
  [2026, 1, '2026-0001'],
  [2026, 42, '2026-0042'],
  [2027, 10_000, '2027-10000'],
])('of %i, the %ith, is %s', (year, nth, number) => {
  expect(invoiceNumber(year, nth)).toBe(number)
})

test.each([
  [0, 'Due on receipt'],
  [1, 'Due within 1 day'],
  [30, 'Due within 30 days'],
])('terms of %i days are said as %s', (days, words) => {
  expect(describeTerms(days)).toBe(words)
})
