import { expect, test } from 'vitest'
import { describeMoney, explainAmount, paidLabel } from './cost-words.ts'

test.each([
  ['129.99', 'Reserved on your card'],
  ['200.00', '$129.99 reserved on your card'],
  ['100.00', '$129.99 reserved on your card'],
])('of a visit over %s with 129.99 held is said what is really reserved', (due, words) => {
  const cost = { held: '129.99', paid: '0.00', refunded: '0.00', due, excess: '0.00' }
  const job = { status: 'assigned', paymentState: 'held', cost } as const
  expect(describeMoney(job, { cardPayments: true }, (amount) => `$${amount}`)).toBe(words)
})

test.each([
  ['completed', 'paid', 'Nothing to pay'],
  ['completed', 'none', 'Nothing to pay'],
  ['scheduled', 'none', 'Nothing to pay'],
  ['cancelled', 'voided', 'Nothing was charged'],
] as const)('a visit that costs nothing, %s and %s, is told as "%s"', (status, state, words) => {
  const cost = { held: '0.00', paid: '0.00', refunded: '0.00', due: '0.00', excess: '0.00' }
  const job = { status, paymentState: state, cost }
  for (const cardPayments of [true, false])
    expect(describeMoney(job, { cardPayments }, String)).toBe(words)
  expect(paidLabel(cost)).toBe('Nothing to pay')
  expect(paidLabel({ ...cost, paid: '1.00' })).toBe('Paid')
  expect(paidLabel({ ...cost, due: '1.00' })).toBe('Paid')
  expect(paidLabel({ ...cost, refunded: '1.00' })).toBe('Paid')
})

test.each([
  ['129.99', [], '$129.99'],
  ['129.99', [{ kind: 'cancelled', amount: '-10.00' }], '$129.99'],
  [
    '100.00',
    [{ kind: 'discount_applied', amount: '-29.99' }],
    '$100.00 instead of $129.99 (Discount: $-29.99)',
  ],
  [
    '90.00',
    [
      { kind: 'discount_applied', amount: '-29.99' },
      { kind: 'other', amount: '-10.00', words: 'We came late' },
    ],
    '$90.00 instead of $129.99 (Discount: $-29.99, We came late: $-10.00)',
  ],
] as const)('a visit over %s, moved by %j, costs %s', (amount, adjustments, words) => {
  const cost = { amount, lines: '129.99', adjustments }
  expect(explainAmount(cost, (cents) => `$${cents}`)).toBe(words)
})
