import { expect, test } from 'vitest'
import { isEmail, mailboxOf, storedEmail } from './mailboxes.ts'

test.each([
  'gus@gmail.com',
  'Gus@Gmail.com',
  'gus+1@gmail.com',
  'gus+a+b@gmail.com',
  'g.u.s+oil@googlemail.com',
])('%s is the mailbox of gus', (email) => expect(mailboxOf(email)).toBe('gus@gmail.com'))

test.each([
  ['gus+oil@example.com', 'gus@example.com'],
  ['g.us@example.com', 'g.us@example.com'],
  ['+gus@example.com', '+gus@example.com'],
  ['gus@gmail.com.example', 'gus@gmail.com.example'],
])('%s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

test.each([
  [' Ana@Example.COM ', 'ana@example.com'],
  ['mailto:ana@example.com', 'ana@example.com'],
  ['mailto:ana@example.com?subject=Oil', 'ana@example.com'],
  ['ana@EXAMPLE.com.', 'ana@example.com'],
  ['ana@example.com;', 'ana@example.com'],
  ['ana@example.com, ', 'ana@example.com'],
  ['<ana@example.com>', 'ana@example.com'],
  ['Ana <ana@example.com>', 'ana@example.com'],
  ['"Lee, Ana" <mailto:ana@example.com>;', 'ana@example.com'],
  ['ana＠example.com', 'ana@example.com'],
  ['ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ana@example.com'],
  ['ana@example。com', 'ana@example.com'],
  ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
  ['ana@\u200Bexample\u2011shop.com\uFEFF', 'ana@example-shop.com'],
  ['o’connor@example.com', "o'connor@example.com"],
  ['ana@Peña.mx', 'ana@xn--pea-8ma.mx'],
  ['ana@pen\u0303a.mx', 'ana@xn--pea-8ma.mx'],
  ['ana@xn--pea-8ma.mx', 'ana@xn--pea-8ma.mx'],
  ['info@münchen.straße.de', 'info@xn--mnchen-3ya.xn--strae-oqa.de'],
  ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@例え。jp', 'info@xn--r8jz45g.jp'],
])('%j is stored as %s', (typed, stored) => {
  expect(storedEmail(typed)).toBe(stored)
  expect(storedEmail(stored)).toBe(stored)
  expect(isEmail(stored)).toBe(true)
})

test.each([
  'ana',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@peña',
  'ana@peña.mx/path',
  'ana@peña.mx:80',
  'ana@b@peña.mx',
  'josé@example.com',
  'ana@-example.com',
  'a..b@example.com',
  'ana@exa mple.com',
  'Ana ana@example.com',
  '<ana@example.com> <bo@example.com>',
  'ana@ñ@example.com',
])('%j is no address', (typed) => expect(isEmail(storedEmail(typed))).toBe(false))
