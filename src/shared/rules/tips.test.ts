import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalFromCents } from './money.ts'
import {
  maxTipCents,
  isTip,
  minTipCents,
  mayTip,
  mostTipCents,
  percentOf,
  tipChoices,
  paidWithTip,
  tipDays,
  withTip,
} from './tips.ts'

const price = fc.integer({ min: 0, max: 2_000_000 })

test('a percentage of a price is whole cents, half a cent rounded up', () => {
  expect([15, 18, 20].map((percent) => percentOf(12_999, percent))).toEqual([1950, 2340, 2600])
  expect(percentOf(10, 15)).toBe(2)
  fc.assert(
    fc.property(price, fc.integer({ min: 0, max: 100 }), (cents, percent) => {
      const tip = percentOf(cents, percent)
      expect(Number.isInteger(tip)).toBe(true)
      // Exactly: tip - 1/2 <= cents * percent / 100 < tip + 1/2.
      expect(2 * 100 * tip - 100).toBeLessThanOrEqual(2 * cents * percent)
      expect(2 * cents * percent).toBeLessThan(2 * 100 * tip + 100)
    }),
  )
})

test('every suggested tip is valid, and rises with its percentage', () => {
  fc.assert(
    fc.property(price, (cents) => {
      const offered = tipChoices(cents)
      for (const one of offered) expect(isTip(one.cents, cents)).toBe(true)
      expect(offered).toEqual(offered.toSorted((a, b) => a.cents - b.cents))
    }),
  )
  expect(tipChoices(12_999).map(({ cents }) => cents)).toEqual([1950, 2340, 2600])
  expect(tipChoices(600)).toEqual([
    { percent: 18, cents: 108 },
    { percent: 20, cents: 120 },
  ])
  expect(tipChoices(99)).toEqual([])
})

test('a tip is at least a dollar and at most the price and $500', () => {
  expect(mostTipCents(12_999)).toBe(12_999)
  expect(mostTipCents(900_000)).toBe(maxTipCents)
  fc.assert(
    fc.property(price, fc.integer({ min: -100, max: 60_000 }), (cents, tip) => {
      expect(isTip(tip, cents)).toBe(tip >= minTipCents && tip <= cents && tip <= maxTipCents)
    }),
  )
})

test('a paid tip excludes the part a lost dispute returned', () => {
  expect(paidWithTip({ paid: '129.99' })).toBe('129.99')
  expect(paidWithTip({ paid: '129.99', tip: '26.00', tipMissing: '0.10' })).toBe('155.89')
  // More was given back than received, as when a check bounced.
  expect(paidWithTip({ paid: '-5.10', tip: '26.00', tipMissing: '26.00' })).toBe('-5.10')
})

test('an amount with its tip is their sum', () => {
  fc.assert(
    fc.property(price, price, (cents, tip) => {
      expect(withTip(decimalFromCents(cents), { tip: decimalFromCents(tip) })).toBe(
        decimalFromCents(cents + tip),
      )
    }),
  )
  expect(withTip('129.99', {})).toBe('129.99')
})

const done = new Date('2026-11-24T15:00:00Z')
const visit = {
  status: 'completed' as const,
  paymentState: 'paid' as const,
  technicianId: 'technician',
  completedAt: done.toISOString(),
  cost: { amount: '129.99', charged: '129.99' },
}
const on = { tipsEnabled: true, cardPayments: true }
const day = (days: number) => new Date(done.getTime() + days * 86_400_000)

test.each([
  [{}, on, day(1), true],
  [{}, on, day(tipDays), false],
  [{}, { ...on, tipsEnabled: false }, day(1), false],
  [{}, { ...on, cardPayments: false }, day(1), false],
  [{ cost: { ...visit.cost, tip: '20.00' } }, on, day(1), false],
  // Fully refunded, it is not asked for again.
  [{ cost: { ...visit.cost, tip: '0.00' } }, on, day(1), false],
  [{ cost: { amount: '0.00', charged: '0.00' } }, on, day(1), false],
  [{ cost: { amount: '0.50', charged: '0.50' } }, on, day(1), false],
  [{ status: 'cancelled' as const }, on, day(1), false],
  [{ status: 'in_progress' as const, completedAt: null }, on, day(1), false],
  [{ paymentState: 'balance_due' as const }, on, day(1), false],
  [{ paymentState: 'refunded' as const }, on, day(1), false],
  [{ technicianId: null }, on, day(1), false],
])('a tip is asked for %o: %#', (part, business, now, expected) => {
  expect(mayTip({ ...visit, ...part }, business, now)).toBe(expected)
})
