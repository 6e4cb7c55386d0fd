import type { TextRoom } from './languages.ts'
import { loadSpanish } from './spanish.ts'
import type { Translation } from './t.ts'

// Each English letter has its own replacement, so an untranslated text stands out to an eye and to a test.
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'àƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'
const letters = new Map([...plain].map((letter, at) => [letter, [...accented][at] ?? letter]))

/** `⟦Šààṽéé ṽééĥîîçļéé⟧`: a third longer, as translations are; placeholders in braces stay unchanged. */
export function accentedEnglish(text: string): string {
  const replaced = text.replace(/^[a-z]+\|/, '').replace(/\{\w+\}|[a-z]/gi, (part) => {
    const letter = letters.get(part) ?? part
    return /^[aeiou]$/.test(part) ? letter + letter : letter
  })
  return `⟦${replaced}⟧`
}

/** Each is generated when it is read: generating all of them takes 20 ms at a start. */
const whenRead = <T>(translated: Readonly<Record<string, unknown>>, make: (text: string) => T) =>
  new Proxy(translated as Readonly<Record<string, T>>, {
    get: (all, text: string) => (Object.hasOwn(all, text) ? make(text) : undefined),
  })

/** The accented form of every text in the Spanish files, which `npm test -- texts` keeps complete. */
export async function loadAccented(rooms: readonly TextRoom[]): Promise<Translation> {
  const { texts, plurals } = await loadSpanish(rooms)
  return {
    texts: whenRead(texts, accentedEnglish),
    plurals: whenRead(plurals, (text) => ({ other: accentedEnglish(text) })),
  }
}
