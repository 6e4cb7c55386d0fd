import type { Translation } from './t.ts'

interface LanguageEntry {
  /** BCP 47. */
  code: string
  /** Whether people are asked if they want it. */
  offered: boolean
  /** English is in the sources. */
  load?: () => Promise<Translation>
}

/** The languages there are; a new one is an entry here and its catalog. */
export const languages = [
  { code: 'en', offered: true },
  // The accented English of CLDR shows in tests which texts are translated and which are not.
  {
    code: 'en-XA',
    offered: false,
    load: async () => (await import('./accented-english.ts')).translation,
  },
] as const satisfies readonly LanguageEntry[]

export type LanguageCode = (typeof languages)[number]['code']

export const defaultLanguage = 'en' satisfies LanguageCode

export const languageCodes: readonly LanguageCode[] = languages.map(({ code }) => code)

/** The cookie in which a browser says which language its person chose. */
export const languageCookie = 'language'

/**
 * The first of what somebody wants that there is, without its region if need be; English when none is. `codes` are the
 * languages to choose from.
 */
export function bestLanguage(
  wanted: readonly (string | null | undefined)[],
  codes: readonly LanguageCode[] = languageCodes,
): LanguageCode {
  const called = (tag: string) => codes.find((code) => code.toLowerCase() === tag.toLowerCase())
  for (const tag of wanted) {
    const found = tag && (called(tag) ?? called(tag.split('-')[0] ?? ''))
    if (found) return found
  }
  return defaultLanguage
}
