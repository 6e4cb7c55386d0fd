import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isPromotionCode,
  promotionCents,
  promotionCode,
  type PromotionOff,
  promotionState,
} from './promotions.ts'

const off = (part: Partial<PromotionOff>): PromotionOff => ({
  percent: null,
  capCents: null,
  offCents: null,
  ...part,
})

test.each<[string, Partial<PromotionOff>, number, number]>([
  ['an amount', { offCents: 1000 }, 12_999, 1000],
  ['an amount above the price', { offCents: 20_000 }, 12_999, 12_999],
  ['a percentage; half a cent counts as one', { percent: 10 }, 12_995, 1300],
  ['a percentage with a cap', { percent: 50, capCents: 3000 }, 12_999, 3000],
  ['a percentage below its cap', { percent: 20, capCents: 3000 }, 5000, 1000],
  ['everything', { percent: 100 }, 12_999, 12_999],
  ['something of nothing', { offCents: 1000 }, 0, 0],
])('takes off %s', (_, terms, price, cents) => {
  expect(promotionCents(off(terms), price)).toBe(cents)
})

const cents = fc.integer({ min: 0, max: 2_000_000 })
const terms = fc.oneof(
  fc.record({
    percent: fc.integer({ min: 1, max: 100 }),
    capCents: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    offCents: fc.constant(null),
  }),
  fc.record({
    percent: fc.constant(null),
    capCents: fc.constant(null),
    offCents: fc.integer({ min: 1, max: 1_000_000 }),
  }),
)

test('never below zero, above its cap or above the price, and not less at a higher price', () => {
  fc.assert(
    fc.property(terms, cents, cents, (promotion, one, other) => {
      const [lower, higher] = [Math.min(one, other), Math.max(one, other)]
      const given = promotionCents(promotion, lower)
      expect(Number.isSafeInteger(given)).toBe(true)
      expect(given).toBeGreaterThanOrEqual(0)
      expect(given).toBeLessThanOrEqual(Math.min(lower, promotion.capCents ?? lower))
      expect(promotionCents(promotion, higher)).toBeGreaterThanOrEqual(given)
      // A higher price never leaves less to pay.
      expect(higher - promotionCents(promotion, higher)).toBeGreaterThanOrEqual(lower - given)
    }),
  )
})

test.each([
  ['current', {}],
  ['off', { isActive: false, visitsUntil: '2026-01-01' }],
  ['over', { visitsUntil: '2026-11-23', maxUses: 1, uses: 1 }],
  ['current', { visitsUntil: '2026-11-24' }],
  ['used_up', { maxUses: 2, uses: 2 }],
  ['current', { maxUses: 2, uses: 1 }],
] as const)('is %s: %j', (state, part) => {
  const promotion = { isActive: true, visitsUntil: null, maxUses: null, uses: 0, ...part }
  expect(promotionState(promotion, '2026-11-24')).toBe(state)
})

test('a code is read as people type it', () => {
  expect(promotionCode(' spring 26 ')).toBe('SPRING26')
  for (const good of ['ABC', 'SPRING-26']) expect(isPromotionCode(good)).toBe(true)
  for (const bad of ['AB', 'A'.repeat(21), 'SPRING!', 'spring', 'ÄÖÜ'])
    expect(isPromotionCode(bad)).toBe(false)
})
