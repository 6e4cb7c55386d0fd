import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isPromotionCode,
  promotionCents,
  promotionCode,
  type PromotionOff,
  promotionState,
  refusePromotion,
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

const limits = {
  isActive: true,
  visitsFrom: null,
  visitsUntil: null,
  maxUses: null,
  uses: 0,
  maxUsesPerCustomer: null,
  firstVisitOnly: false,
  packageIds: [],
}
const noVisits = { uses: 0, otherVisits: 0 }
const refusalsOf = (
  part: Partial<Parameters<typeof refusePromotion>[0]>,
  dates: readonly string[],
  known: Parameters<typeof refusePromotion>[2] = noVisits,
  packageId = 'oil',
) =>
  refusePromotion(
    { ...limits, ...part },
    dates.map((date) => ({ date, packageId })),
    known,
    '2026-11-24',
  )

test.each<[string, Parameters<typeof refusalsOf>, (string | null)[]]>([
  ['no limits', [{}, ['2026-11-25', '2026-11-26']], [null, null]],
  ['its first day', [{ visitsFrom: '2026-11-25' }, ['2026-11-24', '2026-11-25']], ['day', null]],
  ['its last day', [{ visitsUntil: '2026-11-25' }, ['2026-11-25', '2026-11-26']], [null, 'day']],
  ['the last use', [{ maxUses: 3, uses: 2 }, ['2026-11-25', '2026-11-25']], [null, 'used_up']],
  [
    'a use that was not taken',
    [{ maxUses: 1, visitsFrom: '2026-11-25' }, ['2026-11-24', '2026-11-25']],
    ['day', null],
  ],
  [
    'one per customer',
    [{ maxUsesPerCustomer: 1 }, ['2026-11-25', '2026-11-26']],
    [null, 'customer'],
  ],
  [
    'two per customer, one taken',
    [{ maxUsesPerCustomer: 2 }, ['2026-11-25', '2026-11-26'], { uses: 1, otherVisits: 1 }],
    [null, 'customer'],
  ],
  [
    'a first visit, two at once',
    [{ firstVisitOnly: true }, ['2026-11-25', '2026-11-26']],
    [null, 'first_visit'],
  ],
  [
    'a first visit, for a returning customer',
    [{ firstVisitOnly: true }, ['2026-11-25'], { uses: 0, otherVisits: 1 }],
    ['first_visit'],
  ],
  ['another package', [{ packageIds: ['diesel'] }, ['2026-11-25']], ['package']],
  ['its package', [{ packageIds: ['diesel', 'oil'] }, ['2026-11-25']], [null]],
  ['a code switched off', [{ isActive: false }, ['2026-11-25']], ['over']],
])('a code with %s: %j', (_, given, refusals) => {
  expect(refusalsOf(...given)).toEqual(refusals)
})

test('a code is read as people type it', () => {
  expect(promotionCode(' spring 26 ')).toBe('SPRING26')
  for (const good of ['ABC', 'SPRING-26']) expect(isPromotionCode(good)).toBe(true)
  for (const bad of ['AB', 'A'.repeat(21), 'SPRING!', 'spring', 'ÄÖÜ'])
    expect(isPromotionCode(bad)).toBe(false)
})
