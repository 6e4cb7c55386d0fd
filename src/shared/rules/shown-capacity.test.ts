import { expect, test } from 'vitest'
import { shownCapacity } from './shown-capacity.ts'

const curated = { oilCapacity: 4.8, capacitySource: 'curated' }

test.each([
  ['high', null, 4.8, true, 'Well known'],
  ['high', 5.1, 4.8, true, 'Well known'],
  ['medium', null, 4.8, false, 'Likely'],
  ['medium', 5.1, 5.1, true, 'Measured'],
  ['low', 5.1, 5.1, true, 'Measured'],
  ['none', 5.1, 5.1, true, 'Measured'],
  ['none', null, 4.8, false, 'To be confirmed'],
  [null, null, 4.8, false, 'To be confirmed'],
] as const)('%s and measured %s: %s', (confidence, measuredQuarts, quarts, sure, words) => {
  const shown = shownCapacity({ ...curated, confidence, measuredQuarts })
  expect(shown).toMatchObject({ quarts, sure, confidence: words })
})

test('the source is described in words, also if unknown', () => {
  expect(shownCapacity({ ...curated, confidence: 'high' }).source).toBe(
    'From data for this engine.',
  )
  const unknown = { oilCapacity: null, capacitySource: 'rumour', confidence: 'none' }
  expect(shownCapacity(unknown)).toMatchObject({
    quarts: null,
    source: 'Not known for this engine yet.',
  })
})
