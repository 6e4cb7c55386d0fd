import { expect, test } from 'vitest'
import { bestLanguage, offeredLanguages } from './languages.ts'

test.each([
  [['en-XA'], 'en-XA'],
  [['EN-xa', 'en'], 'en-XA'],
  [['en-GB', 'en-XA'], 'en'],
  [['fr', 'en-XA'], 'en-XA'],
  [['fr-CA', '*', ''], 'en'],
  [[undefined, null], 'en'],
])('%j gives %s', (wanted, chosen) => {
  expect(bestLanguage(wanted)).toBe(chosen)
})

test('Spanish is offered under its own name for any region', () => {
  expect(offeredLanguages).toContainEqual({ code: 'es', name: 'Español' })
  expect(bestLanguage(['es-MX', 'en'])).toBe('es')
})

test('chooses among the given languages', () => {
  expect(bestLanguage(['en-XA'], ['en'])).toBe('en')
})
