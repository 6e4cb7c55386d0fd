import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeSmsSize, signedSms, smsText, textsOf } from './sms-text.ts'

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // In the SMS alphabet, or twice as long in it.
  ['é'.repeat(160), 1],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  // Outside of it.
  ['á'.repeat(70), 1],
  [`${'a'.repeat(70)}á`, 2],
  ['🚗'.repeat(35), 1],
  ['🚗'.repeat(36), 2],
])('%s is billed as %i', (body, texts) => {
  expect(textsOf(body)).toBe(texts)
})

test('the size counts visible characters', () => {
  expect(describeSmsSize('🚗')).toBe('1 character, billed as 1 text')
  expect(describeSmsSize('a'.repeat(161))).toBe('161 characters, billed as 2 texts')
})

test('a text is signed with the business and the visit, if it is about one', () => {
  expect(signedSms('Elm Oil', 'FQ-1', 'Hi')).toBe('Elm Oil FQ-1: Hi')
  expect(signedSms('Elm Oil', '', 'Hi')).toBe('Elm Oil: Hi')
})

test('cleaning never costs a text, and cleaned text stays as it is', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'aé áÍ“’—. \u00A0Z'), maxLength: 400 })
  fc.assert(
    fc.property(typed, (body) => {
      expect(textsOf(smsText(body))).toBeLessThanOrEqual(textsOf(body))
      expect(smsText(smsText(body))).toBe(smsText(body))
    }),
  )
})
