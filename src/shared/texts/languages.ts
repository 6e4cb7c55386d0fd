import type { Translation } from './t.ts'

/** Whose words a translation is split by, a file each: what everybody reads, then what only these read besides. */
export const textRooms = ['shared', 'technician', 'admin', 'server'] as const
export type TextRoom = (typeof textRooms)[number]

/** The words that somebody of that role reads in their browser; null: of none yet. */
export function roomsFor(role: string | null): TextRoom[] {
  if (role === 'admin') return ['shared', 'technician', 'admin']
  return role === 'technician' ? ['shared', 'technician'] : ['shared']
}

interface LanguageEntry {
  /** BCP 47. */
  code: string
  /** What it is called in itself; null where nobody is asked if they want it. */
  name: string | null
  /** English is in the sources. */
  load?: (rooms: readonly TextRoom[]) => Promise<Translation>
}

/** The languages there are; a new one is an entry here and its catalog. */
export const languages = [
  { code: 'en', name: 'English' },
  {
    code: 'es',
    name: 'Español',
    load: async (rooms) => (await import('./spanish.ts')).loadSpanish(rooms),
  },
  // The accented English of CLDR shows in tests which texts are translated and which are not.
  {
    code: 'en-XA',
    name: null,
    load: async (rooms) => (await import('./accented-english.ts')).loadAccented(rooms),
  },
] as const satisfies readonly LanguageEntry[]

/** Those that people are asked about, as they call themselves. */
export const offeredLanguages = languages.flatMap(({ code, name }) =>
  name ? [{ code, name }] : [],
)

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
