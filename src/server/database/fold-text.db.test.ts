import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '#shared/rules/fold-text.ts'
import { queryRows } from './database.ts'
import { useTestDatabase } from './test-database.ts'

useTestDatabase()

async function folded(texts: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ folded: string }>(
    {
      name: 'folded-texts',
      text: 'select fold_text(t) as folded from unnest($1::text[]) with ordinality as u(t, n) order by n',
    },
    [texts],
  )
  return rows.map((row) => row.folded)
}

test('the database and the client fold every letter of every name alike', async () => {
  const letters = Array.from({ length: 0x1ffff }, (_, n) => String.fromCodePoint(n + 1)).filter(
    (letter) => letter.isWellFormed(),
  )
  const texts = Array.from({ length: Math.ceil(letters.length / 50) }, (_, n) =>
    letters
      .slice(50 * n, 50 * n + 50)
      .map((letter) => `a${letter}b`)
      .join(' '),
  )
  const all = await folded(texts)
  const differing = texts.filter((text, n) => all[n] !== foldText(text))
  expect(differing).toEqual([])
})

test('the database and the client fold any text alike', async () => {
  const names = fc.constantFrom(
    ...'Seán Zoë O’Connor ΣΑΣ İßÆœÞøŁ´` -‐Ａｎ\u0301\u200B&＆++..,,  ab12李'.split(''),
  )
  const texts = fc.array(fc.oneof(fc.string({ unit: names }), fc.string({ unit: 'grapheme' })), {
    minLength: 50,
  })
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const stored = some.map((text) => text.replaceAll('\0', ''))
      const all = stored.map(foldText)
      expect(await folded(stored)).toEqual(all)
      expect(all.map(foldText)).toEqual(all)
    }),
    { numRuns: 40 },
  )
})
