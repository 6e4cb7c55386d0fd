import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test.each([
  ['Łukasz O’Neill-李', 'Łukasz O’Neill-李'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['👩‍🔧 👍🏽 ✔️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👩‍🔧 👍🏽 ✔️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['می‌خواهم', 'می‌خواهم'],
  ['A\u202EB\u2069', 'AB'],
  ['a\u0000b\u0007c\u00ADd', 'abcd'],
  ['\u200B', ''],
  ['\u3164 \u200D\uFE0F', ''],
  ['\u2800\n', ''],
  [' ', ''],
])('%o becomes %o', (typed, seen) => {
  expect(visibleText(typed)).toBe(seen)
})
