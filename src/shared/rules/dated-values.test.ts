import { expect, test } from 'vitest'
import { changesAfter, type DatedValue, priceOn, valueOn, withChange } from './dated-values.ts'

const changes = [
  { from: '2026-12-01', value: 200 },
  { from: '2027-01-01', value: 300 },
]

test.each([
  ['2026-11-30', 100],
  ['2026-12-01', 200],
  ['2026-12-31', 200],
  ['2027-01-01', 300],
  ['2030-06-01', 300],
])('for a visit on %s it is %i', (day, value) => {
  expect(valueOn(100, changes, day)).toBe(value)
})

test('a change to null counts as a change', () => {
  expect(valueOn<number | null>(100, [{ from: '2026-12-01', value: null }], '2026-12-02')).toBe(
    null,
  )
})

test('changes ahead begin after today', () => {
  expect(changesAfter(changes, '2026-11-30')).toEqual(changes)
  expect(changesAfter(changes, '2026-12-01')).toEqual(changes.slice(1))
})

const today = '2026-12-15'
test.each<[string, { value: number; from?: string }, number, DatedValue<number>[]]>([
  ['now', { value: 250 }, 250, changes.slice(1)],
  ['from today', { value: 250, from: today }, 250, changes.slice(1)],
  ['from a past day', { value: 250, from: '2026-12-01' }, 250, changes.slice(1)],
  [
    'before the next change',
    { value: 250, from: '2026-12-20' },
    200,
    [{ from: '2026-12-20', value: 250 }, ...changes.slice(1)],
  ],
  ['on its day', { value: 250, from: '2027-01-01' }, 200, [{ from: '2027-01-01', value: 250 }]],
  ['back to what holds', { value: 200, from: '2027-01-01' }, 200, []],
])('a change %s settles what has come', (_, change, first, planned) => {
  expect(withChange({ first: 100, changes }, change, today)).toEqual({ first, changes: planned })
})

test('a package costs its price on the day of the visit, in cents', () => {
  const offer = { basePrice: 129.99, priceChanges: [{ from: '2026-12-01', price: 139.99 }] }
  expect(priceOn(offer, '2026-11-30')).toBe(12_999)
  expect(priceOn(offer, '2026-12-01')).toBe(13_999)
  expect(priceOn(offer)).toBe(12_999)
  expect(priceOn({ basePrice: 89.99 }, '2026-12-01')).toBe(8999)
})
