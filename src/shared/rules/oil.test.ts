import { describe, expect, it } from 'vitest'
import { needsNoOil, oilGrade, oilTypeFor, oilTypeLabel, parseOilType } from './oil.ts'

describe('parseOilType', () => {
  it.each([
    ['semi-synthetic', 'semi_synthetic'],
    ['full-synthetic', 'full_synthetic'],
    ['diesel', 'diesel_full_synthetic'],
    ['conventional', 'conventional'],
    ['diesel_full_synthetic', 'diesel_full_synthetic'],
    ['olive', undefined],
    ['toString', undefined],
  ])('reads %s as %s', (text, value) => expect(parseOilType(text)).toBe(value))

  it('labels every type', () => expect(oilTypeLabel('semi_synthetic')).toBe('Semi Synthetic'))
})

describe('oilTypeFor', () => {
  it.each([
    [{ make: 'Ram', year: 2022, fuel: 'Diesel', turbo: true }, 'diesel_full_synthetic'],
    [{ make: 'Kia', year: 2012, turbo: true }, 'full_synthetic'],
    [{ make: 'BMW', year: 1999 }, 'full_synthetic'],
    [{ make: 'Chevrolet', year: 2014 }, 'full_synthetic'],
    [{ make: 'Chevrolet', year: 2013 }, 'semi_synthetic'],
    [{ make: 'Toyota', year: 2010 }, 'full_synthetic'],
    [{ make: 'Toyota', year: 2009 }, 'semi_synthetic'],
    [{ make: 'Toyota', year: 2007 }, 'conventional'],
    [{ make: 'Ford', year: 1997 }, 'semi_synthetic'],
    [{ make: 'Ford', year: 1996 }, 'conventional'],
    [{ make: 'Dodge' }, 'conventional'],
  ] as const)('%j takes %s', (facts, type) => expect(oilTypeFor(facts)).toBe(type))
})

describe('needsNoOil', () => {
  it.each([
    [{ fuel: 'Electric' }, true],
    [{ fuel: 'Fuel Cell' }, true],
    [{ fuel: 'Electric', secondFuel: 'Compressed Hydrogen/Hydrogen' }, true],
    [{ fuel: 'Electric', secondFuel: 'Gasoline', displacementL: 1.4 }, false],
    [{ fuel: 'Electric', secondFuel: 'Gasoline' }, false],
    [{ fuel: 'Electric', displacementL: 1.4 }, false],
    [{ fuel: 'Gasoline', secondFuel: 'Electric' }, false],
    [{}, false],
  ])('%j: %s', (facts, answer) => expect(needsNoOil(facts)).toBe(answer))
})

describe('oilGrade', () => {
  it.each([
    ['0W-20 full synthetic, quart', '0W-20'],
    ['Shell Rotella 15w40', '15W-40'],
    ['5 W 30 blend', '5W-30'],
    ['Additive 500W', null],
    ['Bulk oil', null],
  ])('%s is %s', (name, grade) => expect(oilGrade(name)).toBe(grade))
})
