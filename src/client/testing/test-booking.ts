import { page } from 'vitest/browser'
import type { Addon } from '#shared/contract/catalog.ts'
import { aDay, aPackage, newId } from './test-data.ts'
import type { Answers } from './test-server.ts'

export const synthetic = aPackage()
export const conventional = aPackage({
  name: 'Conventional',
  basePrice: 89.99,
  oilType: 'conventional',
})
export const diesel = aPackage({ name: 'Diesel', oilType: 'diesel_full_synthetic' })
export const wipers: Addon = { id: newId(), name: 'Wiper blades', price: '39.99', taxable: true }
export const firstDay = '2026-05-05'
export const home = '500 Congress Ave, Austin, TX 78701'

export const bookingAnswers = {
  'GET /api/push/subscriptions': { publicKey: '', on: false },
  'GET /api/service-packages': [conventional, synthetic, diesel],
  'GET /api/addon-services': [wipers],
  'GET /api/availability': [aDay(firstDay, ['full']), aDay('2026-05-06')],
  'GET /api/payments/cards': [],
  'GET /api/places': [],
  'GET /api/service-area': { answer: 'inside', salesTaxRateBp: null },
  'GET /api/service-area/days': [],
  'GET /api/zip-codes': ({ query: { zip } }) => ({
    zip: zip ?? '',
    exists: zip !== '00000',
    city: zip === '00000' ? null : 'Austin',
    state: zip === '00000' ? null : 'TX',
  }),
} satisfies Answers

export const nextStep = page.getByRole('button', {
  name: /^(Continue|Submit Booking|Email me a code)$/,
})
export const slot = (name: RegExp) =>
  page.getByRole('group', { name: 'What time?' }).getByRole('radio', { name })
export const answerOf = (title: string, words = '') =>
  page.getByRole('button', { name: new RegExp(`^${title.replace('?', '\\?')}.*${words}`) })
/** A collapsed question with these words in its answer. */
export const address = page.getByRole('textbox', { name: 'Street address' })
export const zipCode = page.getByRole('textbox', { name: 'ZIP code' })
export const city = page.getByRole('textbox', { name: 'City' })
