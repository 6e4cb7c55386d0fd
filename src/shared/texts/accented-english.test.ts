import { afterEach, expect, test } from 'vitest'
import { accentedEnglish, loadAccented } from './accented-english.ts'
import { formatCents, formatInstant, formatRelative } from './format.ts'
import { textRooms } from './languages.ts'
import { currentLanguage, plural, setLanguage, t } from './t.ts'

const translation = await loadAccented(textRooms)

afterEach(() => setLanguage('en'))

test('every letter changes, and every placeholder stays', () => {
  expect(accentedEnglish('Book {vehicle}, please')).toBe('⟦Ɓööööķ {vehicle}, þļééààšéé⟧')
  const alphabet = 'abcdefghijklmnopqrstuvwxyz'
  const said = accentedEnglish(alphabet + alphabet.toUpperCase())
  expect(said).not.toMatch(/[a-z]/i)
  expect(new Set(said).size).toBe(54)
})

test('is longer than English, as translations are', () => {
  const length = (texts: string[]) => texts.join('').length
  const [english, accented] = [Object.keys(translation.texts), Object.values(translation.texts)]
  const ratio = length(accented) / length(english)
  expect(ratio).toBeGreaterThan(1.25)
  expect(ratio).toBeLessThan(1.5)
})

test('accents texts, plurals, dates and money', async () => {
  await setLanguage('en-XA', async () => translation)
  expect(currentLanguage()).toBe('en-XA')
  expect(t('Cancel')).toBe('⟦Çààñçééļ⟧')
  expect(plural(2, { one: '{count} car', other: '{count} cars' })).toBe('⟦2 çààŕš⟧')
  expect(formatInstant('2026-11-24T14:05:00Z', 'America/Chicago')).toBe('⟦Tue, Nov 24⟧, 8:05 ⟦ÀṀ⟧')
  expect(formatCents(129_990)).toBe('$1,299.90')
  expect(formatRelative(0, 120_000)).toBe('2 minutes ago')
})
