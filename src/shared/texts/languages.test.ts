import { expect, test } from 'vitest'
import { recordedMethodLabels } from '#shared/rules/recorded-payments.ts'
import { technicianStatusLabels } from '#shared/rules/technicians.ts'
import { bestLanguage, offeredLanguages, textRooms } from './languages.ts'
import { loadSpanish } from './spanish.ts'

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

test('an English word with two meanings has the right one in Spanish', async () => {
  const { texts } = await loadSpanish(textRooms)
  const inSpanish = (labels: Record<string, string>) => Object.values(labels).map((en) => texts[en])
  expect(inSpanish(recordedMethodLabels)).toEqual([
    'Efectivo',
    'Cheque',
    'Terminal de tarjetas',
    'Zelle o transferencia bancaria',
    'Otro',
  ])
  expect(inSpanish(technicianStatusLabels)).toEqual([
    'Activo',
    'En espera de aprobación',
    'Desactivado',
  ])
})
