import { expect, test } from 'vitest'
import { foldText, holdsWords } from './fold-text.ts'

test.each([
  [['Sean', 'SEÁN', 'Sea\u0301n', 'séan', 'Ｓｅａｎ'], 'sean'],
  [['Zoe', 'Zoë', 'ZOË'], 'zoe'],
  [
    [
      "O'Connor",
      'O’Connor',
      'OConnor',
      'O‘Connor',
      'Oʼconnor',
      'O`Connor',
      'O´Connor',
      'O\u200BConnor',
    ],
    'oconnor',
  ],
  [['Łukasz', 'Lukasz'], 'lukasz'],
  [['Søren', 'Soren'], 'soren'],
  [['Strauß', 'STRAUẞ', 'Strauss'], 'strauss'],
  [['Ægir', 'Aegir'], 'aegir'],
  [['İpek', 'Ipek', 'ıpek'], 'ipek'],
  [['Nguyễn', 'Nguyen'], 'nguyen'],
  [['Núñez', 'Nunez', 'NÚN\u0303EZ'], 'nunez'],
  [['Σωκράτης', 'ΣΩΚΡΑΤΗΣ'], 'σωκρατησ'],
  [['Smith\u2011Jones', 'Smith–Jones', 'smith-jones'], 'smith-jones'],
  [['李', '李'], '李'],
])('%j are %s', (spellings, folded) => {
  for (const spelling of spellings) expect(foldText(spelling)).toBe(folded)
})

test('a text holds words in any order and spelling', () => {
  expect(holdsWords('Seán O’Connor', 'oconnor SEAN')).toBe(true)
  expect(holdsWords('Seán O’Connor', 'sean oconnors')).toBe(false)
})
