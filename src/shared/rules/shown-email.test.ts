import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storedEmail } from './mailboxes.ts'
import { shownEmail } from './shown-email.ts'

test.each([
  'ana@peña.mx',
  'info@münchen.strasse.de',
  'info@пример.рф',
  'info@例え.jp',
  'ana@example.com',
  '',
])('%j is shown as it was typed', (typed) => {
  expect(shownEmail(storedEmail(typed))).toBe(typed)
})

test('domains are decoded like the URL standard does', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'añéüжя例え한글ا9-'), minLength: 1, maxLength: 20 }),
      (label) => {
        const stored = storedEmail(`a@${label}.com`)
        const domain = stored.slice(2)
        fc.pre(domain.includes('xn--') && domainToUnicode(domain) !== '')
        expect(shownEmail(stored)).toBe(`a@${domainToUnicode(domain)}`)
      },
    ),
  )
})

test.each(['a@xn--', 'a@xn--!!.com', 'a@xn--99999999999.com', 'a@xn--a'])(
  'the malformed %j does not break a page',
  (stored) => {
    expect(typeof shownEmail(stored)).toBe('string')
  },
)
