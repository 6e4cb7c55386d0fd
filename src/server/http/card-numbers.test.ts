import { expect, test } from 'vitest'
import { holdsCardNumber } from './card-numbers.ts'

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  'my card is 5555 5555 5555 4444, thanks',
  'cnon:4111111111111111',
  '378282246310005',
  '3782 822463 10005',
  '30569309025904',
  '2223003122003222',
])('%s is one', (text) => {
  expect(holdsCardNumber(text)).toBe(true)
  expect(holdsCardNumber({ a: [{ b: text }] })).toBe(true)
  expect(holdsCardNumber({ [text]: 1 })).toBe(true)
})

test.each([
  '4111111111111112',
  '(512) 555-0142',
  '+15125550142',
  '1795408688469',
  '1HGCM82633A004352',
  '12345678-1234-4123-8123-123456789012',
  'cnon:card-nonce-ok',
  '2026-11-23T15:00:00.000Z',
  '1111 1111 1111 1117',
  '',
])('%s is none', (text) => {
  expect(holdsCardNumber({ text })).toBe(false)
})

test('numbers count, too', () => {
  expect(holdsCardNumber({ sourceId: 4_111_111_111_111_111 })).toBe(true)
  expect(holdsCardNumber({ amount: 129.99, quantity: 5, none: null })).toBe(false)
})
