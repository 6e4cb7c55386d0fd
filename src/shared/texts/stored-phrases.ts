import { type Phrase, wording } from './t.ts'

/** Phrases in a text column's format, translated when read; empty for none. */
export const storePhrases = (phrases: readonly Phrase[]): string =>
  phrases.length === 0 ? '' : JSON.stringify(phrases)

/** The phrases `storePhrases` wrote, in the current language; older plain texts stay unchanged. */
export function translateStored(stored: string): string {
  if (!stored.startsWith('[{"text":')) return stored
  return (JSON.parse(stored) as Phrase[]).map(wording).join('; ')
}
