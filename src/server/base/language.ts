import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type LanguageCode,
  defaultLanguage,
  languages,
  textRooms,
} from '#shared/texts/languages.ts'
import { chooseLanguageBy, currentLanguage, type Language } from '#shared/texts/t.ts'

/** Whom the running code speaks to; the language may become known on the way. */
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

/** What this server speaks. */
export const spokenCodes = [...spoken.keys()] as LanguageCode[]

/** A language by its BCP 47 code; English where it is null or unknown. */
export const languageCalled = (code: string | null): Language => spoken.get(code) ?? english

/** Runs `run` so that every text in it is in that language, by its BCP 47 code; English where it is null or unknown. */
export function inLanguage<T>(code: string | null, run: () => T): T {
  return speakingTo({ language: languageCalled(code) }, run)
}

/** Runs `run` so that every text in it is for that reader, in whatever their language is by then. */
export function speakingTo<T>(reader: Reader, run: () => T): T {
  return readers.run(reader, run)
}

/** The language to remember for somebody new: the one they use now, unless it is what everybody gets. */
export function languageToRemember(): string | null {
  const code = currentLanguage()
  return code === defaultLanguage ? null : code
}
