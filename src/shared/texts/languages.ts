import type { Translation } from './t.ts'

/** Translations are split by audience, one file each: texts for everyone, then each audience's own. */
export const textRooms = ['shared', 'technician', 'admin', 'server'] as const
export type TextRoom = (typeof textRooms)[number]

/** The texts a role needs in the browser; null for someone without a role. */
export function roomsFor(role: string | null): TextRoom[] {
  if (role === 'admin') return ['shared', 'technician', 'admin']
  return role === 'technician' ? ['shared', 'technician'] : ['shared']
}

interface LanguageEntry {
  /** BCP 47. */
  code: string
  /** The language's own name; null if it is not offered. */
  name: string | null
  /** Absent for English, which is in the sources. */
  load?: (rooms: readonly TextRoom[]) => Promise<Translation>
}

/** All languages; add one with an entry here and its catalog. */
export const languages = [
  { code: 'en', name: 'English' },
  {
    code: 'es',
    name: 'Español',
    load: async (rooms) => (await import('./spanish.ts')).loadSpanish(rooms),
  },
  // CLDR's accented English shows in tests which texts are untranslated.
  {
    code: 'en-XA',
    name: null,
    load: async (rooms) => (await import('./accented-english.ts')).loadAccented(rooms),
  },
] as const satisfies readonly LanguageEntry[]

/** The languages people can choose, by their own names. */
export const offeredLanguages = languages.flatMap(({ code, name }) =>
  name ? [{ code, name }] : [],
)

export type LanguageCode = (typeof languages)[number]['code']

export const defaultLanguage = 'en' satisfies LanguageCode

export const languageCodes: readonly LanguageCode[] = languages.map(({ code }) => code)

/** The cookie with the browser's chosen language. */
export const languageCookie = 'language'

/**
 * The first wanted language that exists, ignoring its region if necessary; English if none does. `codes` are the available
 * languages.
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
