import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type LanguageCode,
  defaultLanguage,
  languages,
  textRooms,
} from '#shared/texts/languages.ts'
import { chooseLanguageBy, currentLanguage, type Language } from '#shared/texts/t.ts'

/** The person the running code writes to; the language may become known later. */
export type Reader = { language: Language }

const readers = new AsyncLocalStorage<Reader>()
chooseLanguageBy(() => readers.getStore()?.language)

const spoken = new Map<string | null, Language>()
for (const { code, name, ...language } of languages) {
  if (name === null && process.env.NODE_ENV === 'production') continue
  const translation =
    'load' in language ? await language.load(textRooms) : { texts: {}, plurals: {} }
  spoken.set(code, { code, ...translation })
}

const english = spoken.get(defaultLanguage) as Language

/** The languages of this server. */
export const spokenCodes = [...spoken.keys()] as LanguageCode[]

/** A language by its BCP 47 code; English where it is null or unknown. */
export const languageCalled = (code: string | null): Language => spoken.get(code) ?? english

/** Runs `run` with all texts in that language, by its BCP 47 code; English where it is null or unknown. */
export function inLanguage<T>(code: string | null, run: () => T): T {
  return speakingTo({ language: languageCalled(code) }, run)
}

/** Runs `run` with all texts for that reader, in their language at that moment. */
export function speakingTo<T>(reader: Reader, run: () => T): T {
  return readers.run(reader, run)
}

/** The language to store for a new person: the current one, unless it is the default. */
export function languageToRemember(): string | null {
  const code = currentLanguage()
  return code === defaultLanguage ? null : code
}
