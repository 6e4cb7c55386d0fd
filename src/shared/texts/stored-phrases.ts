import { type Phrase, wording } from './t.ts'

/** Phrases as a column of text keeps them, to be worded when they are read; empty for none. */
export const storePhrases = (said: readonly Phrase[]): string =>
  said.length === 0 ? '' : JSON.stringify(said)

/** What `storePhrases` wrote, in the current language; words from before phrases were kept stay as they are. */
export function wordStored(stored: string): string {
  if (!stored.startsWith('[{"text":')) return stored
  return (JSON.parse(stored) as Phrase[]).map(wording).join('; ')
}
