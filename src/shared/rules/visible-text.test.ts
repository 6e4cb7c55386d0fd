import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleIn, visibleText } from './visible-text.ts'

test.each([
  ['Łukasz O’Neill-李', 'Łukasz O’Neill-李'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['two\r\nlines\u2028of\rtext', 'two\nlines\nof\ntext'],
  ['👩‍🔧 👍🏽 ✔️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 5️⃣ 👨‍👩‍👧', '👩‍🔧 👍🏽 ✔️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 5️⃣ 👨‍👩‍👧'],
  ['می‌خواهم', 'می‌خواهم'],
  ['葛\u{E0100}城', '葛\u{E0100}城'],
  ['Zoe\u0308', 'Zoë'],
  ['A\u202EB\u2069', 'AB'],
  ['A\u200Dnn\uFE0F\u200C', 'Ann'],
  ['\uFEFF512\u2011555\u00A00174\u202C', '512-555 0174'],
  ['5\uFE0F12', '512'],
  ['a\u0007c\u00ADd\uFFFC', 'acd'],
  ['x\u{E0061}\u{E0062}', 'x'],
  ['٣٤۵ Calle ९०, ５１２', '345 Calle 90, 512'],
  ['\u200B', ''],
  ['\u3164 \u200D\uFE0F', ''],
  ['\u2800\n', ''],
  [' ', ''],
])('%o becomes %o', (typed, seen) => {
  expect(visibleText(typed)).toBe(seen)
})

test('accents piled up without end are cut, as normalizing them would take minutes', () => {
  const accents = '\u0323\u0301'.repeat(400_000)
  expect(visibleText(`Zo${accents}e`)).toMatch(/^Z\p{L}\p{M}{1,30}e$/u)
})

test('cleaning twice changes nothing', () => {
  const some = fc.string({
    unit: fc.constantFrom(...'a5ë \n\r\u200B\u200D\uFE0F\u20E3👩🏽🔧ی葛\u0308', '🏴', '\u{E0061}'),
  })
  fc.assert(
    fc.property(fc.oneof(some, fc.string({ unit: 'grapheme' })), (typed) => {
      const once = visibleText(typed)
      expect(visibleText(once)).toBe(once)
    }),
  )
})

test('texts inside lists and objects are cleaned, everything else stays', () => {
  const date = new Date()
  expect(visibleIn({ name: 'A\u200Bnn', tags: ['\u202Evip'], n: 1, none: null, date })).toEqual({
    name: 'Ann',
    tags: ['vip'],
    n: 1,
    none: null,
    date,
  })
})
