import { expect, test } from 'vitest'
import {
  adjustmentLabel,
  describeAdjustments,
  describeBalance,
  describeMoney,
  describeSalesTax,
  explainAmount,
  paidLabel,
  withSalesTax,
} from './cost-words.ts'
import { paymentStates } from './payments.ts'

test.each([
  ['129.99', 'Reserved on your card'],
  ['200.00', '$129.99 reserved on your card'],
  ['100.00', '$129.99 reserved on your card'],
])('a visit over %s with 129.99 held shows the amount actually reserved', (due, words) => {
  const cost = { held: '129.99', paid: '0.00', refunded: '0.00', due, excess: '0.00' }
  const job = { status: 'assigned', paymentState: 'held', cost } as const
  expect(describeMoney(job, { cardPayments: true }, (amount) => `$${amount}`, String)).toBe(words)
})

test.each([
  [undefined, ['Returned by the bank after a dispute: 50.00']],
  ['20.00', ['Returned by the bank after a dispute: 30.00']],
  // Settled.
  ['50.00', []],
])(
  'of 50.00 lost in a dispute with %s of it paid since, the open part is shown',
  (recovered, rows) => {
    const cost = { due: '0.00', excess: '0.00', chargedBack: '50.00', recovered }
    expect(describeBalance(cost).map(({ label, amount }) => `${label}: ${amount}`)).toEqual(rows)
  },
)

test.each([
  ['0.00', '129.99', 'on_invoice', 'On invoice, due 2026-12-12'],
  [
    '100.00',
    '29.99',
    'on_invoice',
    'On invoice, due 2026-12-12: $100.00 paid, $29.99 still to pay',
  ],
  ['129.99', '0.00', 'invoice_paid', 'Paid'],
] as const)(
  'an invoice with %s paid and %s open, %s, is described as "%s"',
  (paid, due, state, words) => {
    const cost = { held: '0.00', paid, refunded: '0.00', due, excess: '0.00' }
    const invoice = { dueOn: '2026-12-12' }
    const job = { status: 'completed', paymentState: state, cost, invoice } as const
    const dollars = (amount: string) => `$${amount}`
    expect(describeMoney(job, { cardPayments: true }, dollars, String)).toBe(words)
  },
)

test.each([
  ['completed', 'paid', 'Nothing to pay'],
  ['completed', 'none', 'Nothing to pay'],
  ['scheduled', 'none', 'Nothing to pay'],
  ['cancelled', 'voided', 'Nothing was charged'],
] as const)(
  'a visit that costs nothing, %s and %s, is described as "%s"',
  (status, state, words) => {
    const cost = { held: '0.00', paid: '0.00', refunded: '0.00', due: '0.00', excess: '0.00' }
    const job = { status, paymentState: state, cost }
    for (const cardPayments of [true, false])
      expect(describeMoney(job, { cardPayments }, String, String)).toBe(words)
    expect(paidLabel(cost)).toBe('Nothing to pay')
    expect(paidLabel({ ...cost, paid: '1.00' })).toBe('Paid')
    expect(paidLabel({ ...cost, due: '1.00' })).toBe('Paid')
    expect(paidLabel({ ...cost, refunded: '1.00' })).toBe('Paid')
  },
)

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

const taxed = { kind: 'sales_tax', amount: '10.72', rate: '8.25' } as const
const discount = { kind: 'discount_applied', amount: '-40.71' } as const

test('sales tax is shown as included, not as a reason for another price', () => {
  const cost = {
    amount: '140.71',
    lines: '129.99',
    adjustments: [taxed],
    salesTax: { amount: '10.72' },
  }
  expect(explainAmount(cost, String)).toBe('140.71, sales tax of 10.72 included')
  expect(adjustmentLabel(taxed)).toBe('Sales tax 8.25%')
  expect(describeAdjustments(cost, String)).toEqual([])
  expect(withSalesTax(cost)).toBe('140.71')
  // The line above the total already shows it.
  expect(describeSalesTax(cost)).toEqual([])
})

test('a discounted price shows its sales tax beside the original one', () => {
  const cost = {
    amount: '100.00',
    lines: '129.99',
    adjustments: [taxed, discount],
    salesTax: { amount: '7.62' },
  }
  expect(explainAmount(cost, String)).toBe(
    '100.00 instead of 140.71 (Discount: -40.71), sales tax of 7.62 included',
  )
  expect(describeSalesTax(cost)).toEqual([{ label: 'Includes sales tax', amount: '7.62' }])
  const nothing = { ...cost, amount: '0.00', salesTax: { amount: '0.00' } }
  expect(explainAmount(nothing, String)).toBe('0.00 instead of 140.71 (Discount: -40.71)')
  expect(describeSalesTax(nothing)).toEqual([])
})

test('the office\'s wording does not mention "your card"', () => {
  for (const paymentState of paymentStates)
    for (const status of ['scheduled', 'completed', 'cancelled'] as const)
      for (const [held, due, excess] of [
        ['0.00', '129.99', '0.00'],
        ['129.99', '100.00', '0.00'],
        ['0.00', '0.00', '10.00'],
      ] as const) {
        const cost = { held, due, excess, paid: '0.00', refunded: '0.00' }
        const job = { status, paymentState, cost }
        for (const cardPayments of [true, false])
          expect(
            describeMoney(job, { cardPayments }, String, String, { forOffice: true }),
          ).not.toMatch(/\byou/i)
      }
})
