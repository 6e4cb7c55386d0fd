import { expect, test } from 'vitest'
import { wantedLanguage } from './request-language.ts'

test.each([
  [undefined, 'en-XA', 'en-XA'],
  [undefined, 'fr, en-XA;q=0.8, en;q=0.9', 'en'],
  [undefined, 'en;q=0.1,fr;q=1, en-xa ; q=0.2', 'en-XA'],
  [undefined, 'en-XA;q=0', 'en'],
  [undefined, 'en-XA;q=much, *', 'en'],
  [undefined, '', 'en'],
  [undefined, `${'x'.repeat(600)}, en-XA`, 'en'],
  ['en-XA', 'en', 'en-XA'],
  ['en', 'en-XA', 'en'],
  ['klingon', 'en-XA', 'en-XA'],
])('cookie %s and header %s choose %s', (cookie, header, language) => {
  expect(wantedLanguage(cookie, header)).toBe(language)
})
