import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsFromDecimal, centsFromDollars, decimalFromCents } from './money.ts'

const cents = fc.integer({ min: 0, max: 999_999_999 })

describe('centsFromDecimal', () => {
  it.each([
    ['129.99', 12_999],
    ['129.9', 12_990],
    ['129', 12_900],
    [129.99, 12_999],
    [6.99, 699],
    [0, 0],
    ['0.01', 1],
    ['9999999.99', 999_999_999],
  ])('%s is %i cents', (amount, expected) => {
    expect(centsFromDecimal(amount)).toBe(expected)
  })

  it.each([
    '-1',
    '1.',
    '.5',
    '1.999',
    '1e3',
    '1,50',
    '$5',
    ' 5',
    '',
    '10000000',
    NaN,
    Infinity,
    -0.01,
    0.1 + 0.2,
    1e21,
  ])('%s is not an amount', (amount) => {
    expect(centsFromDecimal(amount)).toBeUndefined()
  })

  it('reads back every written amount, as text and as number', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(centsFromDecimal(decimalFromCents(amount))).toBe(amount)
        expect(centsFromDecimal(amount / 100)).toBe(amount)
      }),
    )
  })
})

describe('decimalFromCents', () => {
  it.each([
    [12_999, '129.99'],
    [5, '0.05'],
    [0, '0.00'],
    [-150, '-1.50'],
    [-5, '-0.05'],
  ])('%i is %s', (amount, expected) => {
    expect(decimalFromCents(amount)).toBe(expected)
  })

  it('always has two decimals and preserves order', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(decimalFromCents(a)).toMatch(/^\d+\.\d\d$/)
        expect(Number(decimalFromCents(a)) < Number(decimalFromCents(b))).toBe(a < b)
      }),
    )
  })
})

it.each([
  [19.99, 1999],
  [1.15, 115],
  [0.29, 29],
  [129.99, 12_999],
  [0, 0],
])('%d dollars are %i cents, whatever their binary fraction', (dollars, cents) => {
  expect(centsFromDollars(dollars)).toBe(cents)
})
