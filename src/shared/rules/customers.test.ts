import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeSince, customerStatus, tidyTags } from './customers.ts'

test.each([
  [null, 'new'],
  ['2026-11-24', 'active'],
  ['2027-01-04', 'active'],
  ['2025-11-23', 'active'],
  ['2025-11-22', 'inactive'],
  ['2019-02-28', 'inactive'],
] as const)('a customer with the latest visit on %s is %s', (lastVisit, status) => {
  expect(customerStatus(lastVisit, '2026-11-23')).toBe(status)
})

test('a year of activity also ends correctly at the end of February', () => {
  expect(activeSince('2028-02-29')).toBe('2027-02-28')
})

test('tags are tidy: unique, trimmed, in order', () => {
  expect(tidyTags([' VIP ', 'fleet  van', 'vip', '', 'Fleet van'])).toEqual(['fleet van', 'VIP'])
})

test('tidying tags twice changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 })), (tags) => {
      const tidy = tidyTags(tags)
      expect(tidyTags(tidy)).toEqual(tidy)
    }),
  )
})
