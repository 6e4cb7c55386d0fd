import { currentLanguage } from '../texts/t.ts'

const namesIn = (language: string) =>
  new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' })

/** A country's name in the reader's language; undefined for an unknown ISO 3166 code. */
export const countryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? namesIn(currentLanguage()).of(code) : undefined

/** The ISO 3166 code of a country typed as its code, or as its name in the reader's language or English. */
export function countryCode(typed: string): string | undefined {
  const wanted = folded(typed)
  if (countryName(wanted.toUpperCase())) return wanted.toUpperCase()
  for (const language of new Set([currentLanguage(), 'en'])) {
    const names = namesIn(language)
    const found = allCodes().find((code) => folded(names.of(code) ?? '') === wanted)
    if (found) return found
  }
  return undefined
}

const folded = (typed: string) =>
  typed.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

function allCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => countryName(code))
}
