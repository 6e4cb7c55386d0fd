import { expect, it } from 'vitest'
import { loadSpanish } from '../texts/spanish.ts'
import { setLanguage } from '../texts/t.ts'
import {
  displayMake,
  displayModel,
  shortVehicleName,
  storedVehicleName,
  vehicleName,
} from './vehicle-names.ts'

it.each([
  ['Chevrolet', 'Silverado', '2500 (3/4 Ton)', 'Silverado 2500'],
  ['Chevrolet', 'Silverado', '1/2 Ton', 'Silverado 1500'],
  ['Chevrolet', 'Silverado HD', '3500', 'Silverado 3500'],
  ['Chevrolet', 'Silverado', undefined, 'Silverado'],
  ['GMC', 'Sierra Limited', '1500', 'Sierra 1500'],
  ['GMC', 'Yukon XL', '1500 (1/2 Ton)', 'Yukon XL'],
  ['Dodge', 'Ram', 'DR (1500)', 'Ram 1500'],
  ['Dodge', 'Ram', '3500W', 'Ram 3500'],
  ['Dodge', 'ARIES', undefined, 'Aries'],
  ['Alfa Romeo', 'Giulia (952)', undefined, 'Giulia'],
  ['Toyota', 'Prius Prime (PHEV)', undefined, 'Prius Prime'],
  ['Toyota', '4Runner', undefined, '4Runner'],
  ['Volvo', '240 Series', undefined, '240'],
  ['Mazda', 'B-Series', undefined, 'B-Series'],
  ['BMW', '525iA', undefined, '525i'],
  ['BMW', '650i, Alpina B6', undefined, '650i'],
  ['BMW', 'X5', undefined, 'X5'],
  ['Lexus', 'RX', 'GGL10L/GGL15L', 'RX'],
])('%s %s (%s) is a %s', (make, model, series, name) => {
  expect(displayModel(make, model, series, '1XXXX1XXXXXXXXXXX')).toBe(name)
})

it("reads the Caravan's length and a C/K's weight class from the VIN", () => {
  const van = (vin: string) => displayModel('Dodge', 'Caravan/Grand Caravan', 'RS', vin)
  expect(van('2D4GP44L65R112345')).toBe('Grand Caravan')
  expect(van('1D4GP25R65B112345')).toBe('Caravan')
  expect(displayModel('Chevrolet', 'GMT-400', undefined, '1GCGK24R5XR112345')).toBe('C/K 2500')
})

it('does not shout', () => {
  expect(['RIVIAN', 'BMW', 'MINI', 'GMC', 'SAAB'].map(displayMake)).toEqual([
    'Rivian',
    'BMW',
    'MINI',
    'GMC',
    'Saab',
  ])
})

it('names a car as people say it, stored names too', async () => {
  const car = { year: '2003', make: 'Honda', model: 'Accord' }
  expect(vehicleName(car)).toBe('2003 Honda Accord')
  expect(shortVehicleName(car)).toBe('2003 Accord')
  await setLanguage('es', () => loadSpanish(['shared']))
  expect(vehicleName(car)).toBe('Honda Accord 2003')
  expect(shortVehicleName(car)).toBe('Accord 2003')
  expect(storedVehicleName('2003 Land Rover Discovery')).toBe('Land Rover Discovery 2003')
  expect(storedVehicleName('Discovery')).toBe('Discovery')
  await setLanguage('en')
})
