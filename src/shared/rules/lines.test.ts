import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addonLine,
  bookedLines,
  centsOfParts,
  type LineProduct,
  packageLines,
  type PackagePart,
  totalsOf,
} from './lines.ts'
import { salesTaxOn, withSalesTax } from './sales-tax.ts'

const product = (name: string): LineProduct => ({
  name,
  brand: '',
  viscosity: '',
  serviceCategory: '',
  partNumber: '',
  condition: 'new',
})
const oil: PackagePart = {
  cents: 700,
  taxable: true,
  quantity: 1,
  perQuart: true,
  productId: 'oil',
  product: product('Oil'),
}
const filter: PackagePart = {
  ...oil,
  cents: 1000,
  perQuart: false,
  productId: 'filter',
  product: product('Filter'),
}
const full = { name: 'Full Synthetic', cents: 12_999, taxable: true, parts: [oil, filter] }

test.each([
  ['everything', [3500, 1000, 8499], [true, true, true], 1072],
  ['parts', [3500, 1000, 8499], [true, true, false], 371],
  ['none', [3500, 1000, 8499], [false, false, false], 0],
] as const)('a package with tax on %s is parts and labor', (mode, amounts, taxable, tax) => {
  const lines = packageLines(full, { quarts: 5, mode })
  expect(lines.map(({ kind }) => kind)).toEqual(['part', 'part', 'labor'])
  expect(lines.map(({ totalCents }) => totalCents)).toEqual(amounts)
  expect(lines.map((line) => line.taxable)).toEqual(taxable)
  expect(salesTaxOn({ ...totalsOf(lines), taxRateBp: 825 })).toBe(tax)
})

test('a package without parts is all labor, one of only parts has none', () => {
  const labor = { kind: 'labor', description: 'Full Synthetic', totalCents: 12_999 }
  expect(packageLines({ ...full, parts: [] }, { quarts: 5, mode: 'everything' })).toMatchObject([
    labor,
  ])
  const lines = packageLines({ ...full, cents: 4500 }, { quarts: 5, mode: 'everything' })
  expect(lines.map(({ kind }) => kind)).toEqual(['part', 'part'])
})

test('untaxed products of a taxed package are taxed in mode everything, not in mode parts', () => {
  const offer = { ...full, parts: [{ ...oil, taxable: false }, filter] }
  const taxed = (mode: 'everything' | 'parts') =>
    totalsOf(packageLines(offer, { quarts: 5, mode })).taxableCents
  expect([taxed('everything'), taxed('parts')]).toEqual([12_999, 1000])
})

test('labor is never taxed in mode parts', () => {
  const wax = { id: 'wax', name: 'Wax', cents: 3999, taxable: true }
  const lines = [
    addonLine({ ...wax, category: 'addon' }, 'parts'),
    addonLine({ ...wax, category: 'service' }, 'parts'),
    addonLine({ ...wax, category: 'service' }, 'everything'),
  ]
  expect(lines.map(({ kind, taxable }) => [kind, taxable])).toEqual([
    ['part', true],
    ['labor', false],
    ['labor', true],
  ])
})

test('the cost of parts follows the quarts', () => {
  expect(centsOfParts([oil, filter], 5)).toBe(4500)
  expect(centsOfParts([oil, filter], 4.5)).toBe(4150)
})

const part = fc.record({
  cents: fc.nat(20_000),
  taxable: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 12 }),
  perQuart: fc.boolean(),
})
test('lines sum to the price whatever parts cost, and none is negative', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.array(part, { maxLength: 6 }),
      fc.integer({ min: 0, max: 160 }),
      fc.constantFrom('everything', 'parts', 'none'),
      fc.option(fc.nat(2000)),
      (cents, parts, tenths, mode, taxRateBp) => {
        const offer = {
          ...full,
          cents,
          parts: parts.map((one) => ({ ...one, productId: 'p', product: product('p') })),
        }
        const addon = { id: 'wax', name: 'Wax', cents: 3999, taxable: true }
        const lines = bookedLines(offer, [addon], { quarts: tenths / 10, mode, taxRateBp })
        const total = totalsOf(lines)
        expect(total.cents).toBe(cents + 3999)
        expect(lines.every(({ totalCents, unitCents }) => totalCents >= 0 && unitCents >= 0)).toBe(
          true,
        )
        expect(lines.every(({ quantity }) => quantity > 0)).toBe(true)
        expect(total.taxableCents).toBeLessThanOrEqual(total.cents)
        if (taxRateBp === null || mode === 'none') expect(total.taxableCents).toBe(0)
        expect(withSalesTax(total, taxRateBp)).toBe(
          total.cents + salesTaxOn({ ...total, taxRateBp }),
        )
      },
    ),
  )
})
