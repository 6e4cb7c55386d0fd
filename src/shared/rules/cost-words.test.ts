import { expect, test } from 'vitest'
import { describeMoney } from './cost-words.ts'

test.each([
  ['129.99', 'Reserved on your card'],
  ['200.00', '$129.99 reserved on your card'],
  ['100.00', '$129.99 reserved on your card'],
])('of a visit over %s with 129.99 held is said what is really reserved', (due, words) => {
  const cost = { held: '129.99', paid: '0.00', refunded: '0.00', due, excess: '0.00' }
  expect(describeMoney({ paymentState: 'held', cost }, (amount) => `$${amount}`)).toBe(words)
})
