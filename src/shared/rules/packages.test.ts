import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OilType, oilTypes } from './oil.ts'
import { type CarFacts, fittingPackage, hasNoEngineOil, packageFits } from './packages.ts'

const offer = (name: string, oilType: OilType) => ({ name, oilType })
const conventional = offer('Conventional', 'conventional')
const semi = offer('Semi-Synthetic', 'semi_synthetic')
const full = offer('Full Synthetic', 'full_synthetic')
const diesel = offer('Diesel Full Synthetic', 'diesel_full_synthetic')
const all = [conventional, semi, full, diesel]

const unknown: CarFacts = {
  fuel: null,
  engine: null,
  oilType: null,
  recommendedServiceLevel: null,
}
const car = (facts: Partial<CarFacts>): CarFacts => ({ ...unknown, ...facts })

describe('fittingPackage', () => {
  it.each([
    ['what the car asks for', car({ oilType: 'semi_synthetic', fuel: 'Gasoline' }), all, semi],
    [
      'the recommended level first',
      car({ oilType: 'conventional', recommendedServiceLevel: 'full_synthetic' }),
      all,
      full,
    ],
    ['Full Synthetic for a car nobody knows', unknown, all, full],
    ['a diesel', car({ fuel: 'Diesel' }), all, diesel],
    ['a diesel known by its oil', car({ oilType: 'diesel_full_synthetic' }), all, diesel],
    ['no diesel package on sale', car({ fuel: 'Diesel' }), [conventional, full], undefined],
    [
      'the wanted one is off sale',
      car({ fuel: 'Gasoline', oilType: 'conventional' }),
      [semi, full],
      full,
    ],
    [
      'Full Synthetic is off sale too',
      car({ fuel: 'Gasoline', oilType: 'conventional' }),
      [semi, diesel],
      semi,
    ],
    ['petrol car, only diesel on sale', car({ fuel: 'Gasoline' }), [diesel], undefined],
    ['an electric car', car({ fuel: 'Electric' }), all, undefined],
    [
      'an electric car whose oil was guessed',
      car({ oilType: 'full_synthetic', make: 'Tesla', model: 'Model 3', year: '2019' }),
      all,
      undefined,
    ],
    ['a plug-in hybrid', car({ fuel: 'Electric', oilType: 'full_synthetic' }), all, full],
  ])('%s', (_, facts, onSale, expected) => {
    expect(fittingPackage(facts, onSale)).toBe(expected)
  })

  const facts = fc.record({
    fuel: fc.constantFrom(null, 'Gasoline', 'Diesel', 'Electric', 'Hydrogen'),
    engine: fc.constantFrom(null, '2.0L I4', '5.3L V8'),
    oilType: fc.constantFrom(null, ...oilTypes.map((type) => type.value)),
    recommendedServiceLevel: fc.constantFrom(null, ...oilTypes.map((type) => type.value)),
  })

  it('is always on sale and fits, and is missing only if nothing fits', () => {
    fc.assert(
      fc.property(facts, fc.subarray(all), (known, onSale) => {
        const chosen = fittingPackage(known, onSale)
        const fitting = onSale.filter((one) => packageFits(known, one))
        expect(chosen ? fitting.includes(chosen) : fitting.length === 0).toBe(true)
      }),
    )
  })

  it('never gives a diesel a gasoline package or the reverse', () => {
    fc.assert(
      fc.property(facts, fc.subarray(all), (known, onSale) => {
        const chosen = fittingPackage(known, onSale)
        if (!chosen || known.fuel === null) return
        const isDiesel = known.fuel === 'Diesel' || known.oilType === 'diesel_full_synthetic'
        expect(chosen === diesel).toBe(isDiesel)
      }),
    )
  })
})

describe('hasNoEngineOil', () => {
  it.each([
    ['electric', car({ fuel: 'Electric' }), true],
    ['a plug-in hybrid, known by its engine', car({ fuel: 'Electric', engine: '2.0L I4' }), false],
    [
      'a plug-in hybrid, known by its oil',
      car({ fuel: 'Electric', oilType: 'full_synthetic' }),
      false,
    ],
    ['petrol', car({ fuel: 'Gasoline' }), false],
    ['unknown', unknown, false],
  ])('%s: %j', (_, facts, expected) => {
    expect(hasNoEngineOil(facts)).toBe(expected)
  })
})
