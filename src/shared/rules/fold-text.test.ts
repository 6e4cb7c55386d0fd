import { expect, test } from 'vitest'
import { foldName, foldText, holdsWords, searchedWords } from './fold-text.ts'

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
  [['Smith\u2011Jones', 'Smith–Jones', 'smith-jones', 'SmithJones'], 'smithjones'],
  [
    ['SMITH & SONS', 'Smith and Sons', 'Smith&Sons', 'Smith ＆ Sons', 'Smith + Sons'],
    'smith and sons',
  ],
  [['J.R. Motors, Inc.', 'J. R. Motors Inc.', 'JR Motors Inc', 'J-R Motors Inc.'], 'jr motors inc'],
  [['100 N. Main St. - Apt 4', '100 N Main St, Apt 4'], '100 n main st apt 4'],
  [['mary-jane.doe@example.com', 'MaryJane.Doe@example.com'], 'maryjane.doe@example.com'],
  [['0W-20', '0W20'], '0w20'],
  [['5.7L V8, +1 512', '5.7l v8 +1 512'], '5.7l v8 +1 512'],
  [['李', '李'], '李'],
])('%j are %s', (spellings, folded) => {
  for (const spelling of spellings) expect(foldText(spelling)).toBe(folded)
})

test('a text holds words in any order and spelling', () => {
  expect(holdsWords('Seán O’Connor', 'oconnor SEAN')).toBe(true)
  expect(holdsWords('Seán O’Connor', 'sean oconnors')).toBe(false)
})

test.each([
  [
    ['Mary-Jane Watson', 'Mary Jane Watson', 'MARYJANE WATSON', 'MaryJane  Watson'],
    'maryjanewatson',
  ],
  [['Llantas y Frenos', 'Llantas & Frenos', 'Llantas and Frenos'], 'llantasandfrenos'],
  [['García e Hijos', 'Garcia & Hijos', 'GARCÍA Y HIJOS'], 'garciaandhijos'],
  [['J. R. Motors', 'J.R. Motors', 'JR Motors'], 'jrmotors'],
  [['John E Smith'], 'johnesmith'],
])('%j are one name', (spellings, folded) => {
  for (const spelling of spellings) expect(foldName(spelling)).toBe(folded)
})

test.each([
  ['Smith and Sons', ['smith', 'sons']],
  ['smith & sons', ['smith', 'sons']],
  ['perez y', ['perez']],
  ['García e Hijos', ['garcia', 'hijos']],
  ['and', ['and']],
  ['y', ['y']],
  ['&', ['and']],
  ['Mary-Jane', ['mary', 'jane']],
  ['Mary–Jane Watson', ['mary', 'jane', 'watson']],
  ['FQ-1042', ['fq1042']],
  ['  ', []],
])('"%s" is searched by its words', (search, words) => {
  expect(searchedWords(search)).toEqual(words)
})

test.each([
  ['SMITH & SONS', 'Smith and Sons', true],
  ['Smith y Hijos', 'smith & hijos', true],
  ['Mary-Jane', 'MaryJane', true],
  ['Import & export', 'import and', true],
  ['SMITH & SONS', 'Smith and Daughters', false],
  ['Jörg Müller', 'joerg mueller', true],
  ['Jörg Müller', 'Muller', true],
  ['MÜLLER', 'Mueller', true],
  ['Michael Joel', 'michal', false],
  ['Zoë', 'zoee', false],
])('%s holds "%s": %j', (text, search, holds) => {
  expect(holdsWords(text, search)).toBe(holds)
})
