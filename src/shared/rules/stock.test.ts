import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extraApprovals, extraTypeIds } from './extras.ts'
import { oilTypes } from './oil.ts'
import { isLow, quartsOf, stillToTake, usedBy, type UsingVisit } from './stock.ts'

const visit = (part: Partial<UsingVisit> = {}): UsingVisit => ({
  filledQuarts: null,
  oilCapacity: 4.8,
  includedQuarts: 5,
  oilType: 'full_synthetic',
  uses: [
    { productId: 'oil', quantity: 1, perQuart: true },
    { productId: 'filter', quantity: 1, perQuart: false },
  ],
  addonIds: [],
  extras: [],
  productOfExtra: { oil_quart_full_synthetic: 'oil', air_filter: 'air' },
  ...part,
})
const quart = (quantity: number) =>
  ({ serviceType: 'oil_quart_full_synthetic', quantity, approval: 'not_needed' }) as const

test.each([
  ['what was measured', { filledQuarts: 6.2, extras: [quart(3)] }, 6.2],
  ['what the engine takes', {}, 4.8],
  ['what the price includes', { oilCapacity: null }, 5],
  ['at least what was charged for', { extras: [quart(2)] }, 7],
  ['what a big engine takes', { oilCapacity: 9, extras: [quart(2)] }, 9],
])('poured is %s', (_, part, quarts) => {
  expect(quartsOf(visit(part))).toBe(quarts)
})

test('quarts are used whole, and floating-point dust adds none', () => {
  expect(usedBy(visit())).toEqual(new Map(Object.entries({ oil: 5, filter: 1 })))
  expect(usedBy(visit({ filledQuarts: 6.000000001 })).get('oil')).toBe(6)
})

test('uncharged extras use nothing', () => {
  const extras = extraApprovals.map(
    (approval) => ({ serviceType: 'air_filter', quantity: 1, approval }) as const,
  )
  expect(usedBy(visit({ extras })).get('air')).toBe(2)
})

test("without the package's oil, an extra quart uses its own product", () => {
  expect(usedBy(visit({ uses: [], extras: [quart(2)] }))).toEqual(new Map([['oil', 2]]))
})

test("low means at the threshold or below, the product's own if it has one", () => {
  expect(isLow({ stockQuantity: 10, lowStockAt: null }, 10)).toBe(true)
  expect(isLow({ stockQuantity: 10, lowStockAt: 9 }, 10)).toBe(false)
  expect(isLow({ stockQuantity: -1, lowStockAt: 0 }, 10)).toBe(true)
})

const product = fc.constantFrom('a', 'b', 'c')
const someVisit: fc.Arbitrary<UsingVisit> = fc.record({
  filledQuarts: fc.option(fc.double({ min: 0, max: 20, noNaN: true })),
  oilCapacity: fc.option(fc.double({ min: 0.5, max: 20, noNaN: true })),
  includedQuarts: fc.integer({ min: 0, max: 10 }),
  oilType: fc.constantFrom(...oilTypes.map(({ value }) => value)),
  uses: fc.array(
    fc.record({
      productId: product,
      quantity: fc.integer({ min: 1, max: 9 }),
      perQuart: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  addonIds: fc.array(product, { maxLength: 3 }),
  extras: fc.array(
    fc.record({
      serviceType: fc.constantFrom(...extraTypeIds),
      quantity: fc.integer({ min: 1, max: 9 }),
      approval: fc.constantFrom(...extraApprovals),
    }),
    { maxLength: 4 },
  ),
  productOfExtra: fc.dictionary(fc.constantFrom(...extraTypeIds), product),
})

test('whatever changes on a visit, the stock taken in the end equals its use, and a repeat takes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.option(someVisit), { minLength: 1, maxLength: 6 }), (states) => {
      const taken = new Map<string, number>()
      for (const state of states) {
        // Undone: it used nothing.
        const used = state ? usedBy(state) : new Map<string, number>()
        for (const [id, pieces] of stillToTake(used, taken))
          taken.set(id, (taken.get(id) ?? 0) + pieces)
        expect(stillToTake(used, taken).size).toBe(0)
        for (const id of ['a', 'b', 'c']) {
          expect(taken.get(id) ?? 0).toBe(used.get(id) ?? 0)
          expect(Number.isInteger(taken.get(id) ?? 0)).toBe(true)
          expect(taken.get(id) ?? 0).toBeGreaterThanOrEqual(0)
        }
      }
    }),
  )
})
