import type { CoreSpot } from './service-area.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bpFromPercent,
  maxTaxRateBp,
  percentFromBp,
  salesTaxOn,
  salesTaxWithin,
  spotAt,
} from './sales-tax.ts'

const rate = fc.integer({ min: 0, max: maxTaxRateBp })
const cents = fc.integer({ min: 0, max: 2_000_000 })

test.each([
  [12_999, 825, 1072],
  [12_999, null, 0],
  [12_999, 0, 0],
  [0, 825, 0],
  [-500, 825, 0],
  // Half a cent rounds up.
  [10, 500, 1],
  [9, 500, 0],
  [1_000_000, 2000, 200_000],
])('sales tax on %i cents at %s basis points is %i', (taxableCents, taxRateBp, tax) => {
  expect(salesTaxOn({ taxableCents, taxRateBp })).toBe(tax)
})

test('sales tax is within half a cent of the exact product', () => {
  fc.assert(
    fc.property(cents, rate, (taxableCents, taxRateBp) => {
      const tax = salesTaxOn({ taxableCents, taxRateBp })
      expect(Number.isInteger(tax)).toBe(true)
      expect(Math.abs(tax - (taxableCents * taxRateBp) / 10_000)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('sales tax within a price is its share, at most the whole tax, and grows with the price', () => {
  fc.assert(
    fc.property(cents, rate, cents, cents, (net, taxRateBp, one, other) => {
      const taxCents = salesTaxOn({ taxableCents: net, taxRateBp })
      const whole = { cents: net + taxCents, taxCents }
      expect(salesTaxWithin(whole.cents, whole)).toBe(taxCents)
      expect(salesTaxWithin(0, whole)).toBe(0)
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(salesTaxWithin(less, whole)).toBeLessThanOrEqual(salesTaxWithin(more, whole))
      expect(salesTaxWithin(more, whole)).toBeLessThanOrEqual(more)
    }),
  )
})

test.each([
  // Of $100.00 with $8.25 of tax.
  [10_825, 825],
  [5413, 413],
  [5412, 412],
  [21_650, 1650],
  [-10_825, -825],
])('of %i cents, %i are sales tax', (cents, tax) => {
  expect(salesTaxWithin(cents, { cents: 10_825, taxCents: 825 })).toBe(tax)
})

test.each([
  // Exactly half a cent rounds up, a hair less does not.
  [5, { cents: 10, taxCents: 1 }, 1],
  [4, { cents: 10, taxCents: 1 }, 0],
  [15, { cents: 10, taxCents: 1 }, 2],
  [100, { cents: 0, taxCents: 0 }, 0],
])('a share of %i cents in %o has %i cents of tax', (cents, whole, tax) => {
  expect(salesTaxWithin(cents, whole)).toBe(tax)
})

const austin = { latitude: 30.27, longitude: -97.74, radiusMiles: 10, taxRateBp: 825 }
const north = { latitude: 30.36, longitude: -97.74, radiusMiles: 10, taxRateBp: 675 }
test.each([
  ['in one spot', { latitude: 30.2, longitude: -97.74 }, [austin, north], 825],
  ['in two, nearer the other', { latitude: 30.34, longitude: -97.74 }, [austin, north], 675],
  ['outside all', { latitude: 40, longitude: -97.74 }, [austin, north], 600],
  ['nowhere known', undefined, [austin, north], 600],
  [
    'in one without a rate',
    { latitude: 30.27, longitude: -97.74 },
    [{ ...austin, taxRateBp: null }],
    600,
  ],
  [
    'in one where none is taken',
    { latitude: 30.27, longitude: -97.74 },
    [{ ...austin, taxRateBp: 0 }],
    0,
  ],
])('the rate %s', (_, place, spots, expected) => {
  expect(
    spotAt(place, spots as readonly (CoreSpot & { taxRateBp: number | null })[])?.taxRateBp ?? 600,
  ).toBe(expected)
})

test.each([
  ['8.25', 825],
  ['8', 800],
  ['0', 0],
  [' 6.5 ', 650],
  ['8.255', undefined],
  ['-1', undefined],
  ['', undefined],
  ['8,25', undefined],
])('%j percent is %s basis points', (percent, bp) => {
  expect(bpFromPercent(percent)).toBe(bp)
})

test('basis points survive formatting as a percentage', () => {
  fc.assert(fc.property(rate, (bp) => bpFromPercent(percentFromBp(bp)) === bp))
})
