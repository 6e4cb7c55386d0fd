import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '../texts/t.ts'
import { countryCode, countryName } from './countries.ts'

afterEach(() => setLanguage('en'))

test.each([
  ['United States', 'US'],
  [' united  states ', 'US'],
  ['us', 'US'],
  ['Mexico', 'MX'],
  ['México', 'MX'],
  ['CA', 'CA'],
  ['Atlantis', undefined],
  ['ZZ', undefined],
  ['', undefined],
])('%s is the country %s', (typed, code) => {
  expect(countryCode(typed)).toBe(code)
})

test('countries are named in the language of the reader, and typed in it or in English', async () => {
  await setLanguage('es')
  expect(countryName('US')).toBe('Estados Unidos')
  expect(['estados unidos', 'United States', 'Canada', 'canadá'].map(countryCode)).toEqual([
    'US',
    'US',
    'CA',
    'CA',
  ])
})
