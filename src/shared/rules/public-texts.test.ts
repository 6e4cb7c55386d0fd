import { expect, test } from 'vitest'
import { blocksOf, noPublicTexts, ownTexts, textFacts } from './public-texts.ts'

test.each([
  ['', []],
  [' \n\n ', []],
  ['One line.\nAnd its second.', [['', 'One line.\nAnd its second.']]],
  [
    'One.\n\nTwo.\n \nThree.',
    [
      ['', 'One.'],
      ['', 'Two.'],
      ['', 'Three.'],
    ],
  ],
  [
    '# Scope\nWe do this.\n## Pay\n\nLater.',
    [
      ['Scope', ''],
      ['', 'We do this.'],
      ['Pay', ''],
      ['', 'Later.'],
    ],
  ],
  [
    'Before\n#After',
    [
      ['', 'Before'],
      ['After', ''],
    ],
  ],
  ['#\n\nText', [['', 'Text']]],
  ['<b>bold</b> & %brandName%', [['', '<b>bold</b> & %brandName%']]],
])('%j has its paragraphs and headings, and nothing else', (written, blocks) => {
  expect(blocksOf(written).map(({ heading, paragraph }) => [heading, paragraph])).toEqual(blocks)
})

test('a language without a text of its own shows the English', () => {
  const texts = { ...noPublicTexts, headline: { en: 'Oil', es: 'Aceite' }, terms: { en: 'All' } }
  expect(ownTexts(texts, 'es')).toMatchObject({ headline: 'Aceite', terms: 'All' })
  expect(ownTexts(texts, 'en')).toMatchObject({ headline: 'Oil', terms: 'All' })
})

test('questions are ours, the owner’s, or none', () => {
  const facts = (faq: typeof noPublicTexts.faq) =>
    textFacts(ownTexts({ ...noPublicTexts, faq }, 'en'))
  expect(facts(null)).toMatchObject({ ownFaq: '', hasFaq: 'yes', faq: [] })
  expect(facts([])).toMatchObject({ ownFaq: 'yes', hasFaq: '', faq: [] })
  const one = { question: { en: 'Why?' }, answer: { en: 'So.' } }
  expect(facts([one])).toMatchObject({
    ownFaq: 'yes',
    hasFaq: 'yes',
    faq: [{ question: 'Why?', answer: 'So.' }],
  })
})
