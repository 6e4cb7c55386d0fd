import { plurals, texts } from './message-catalog.ts'
import type { PluralForms, Translation } from './t.ts'

// A letter of its own for every English one, so that a text nobody translated stands out, to an eye and to a test.
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'àƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'
const letters = new Map([...plain].map((letter, at) => [letter, [...accented][at] ?? letter]))

/** `⟦Šààṽéé ṽééĥîîçļéé⟧`: a third longer, as translations are, and with the names between braces untouched. */
export function accentedEnglish(text: string): string {
  const said = text.replace(/^[a-z]+\|/, '').replace(/\{\w+\}|[a-z]/gi, (part) => {
    const letter = letters.get(part) ?? part
    return /^[aeiou]$/.test(part) ? letter + letter : letter
  })
  return `⟦${said}⟧`
}

const each = <T>(list: readonly string[], make: (text: string) => T) =>
  Object.fromEntries(list.map((text) => [text, make(text)]))

export const translation: Translation = {
  texts: each(texts, accentedEnglish),
  plurals: each<PluralForms>(plurals, (text) => ({ other: accentedEnglish(text) })),
}
