import { currentLanguage } from '#shared/texts/t.ts'
import { currentSettings } from './current-settings.ts'

/** A short text the owner wrote in English (a package's name, a promise) in the reader's language; English without one. */
export function inOwnWords(english: string): string {
  const { ownSpanish } = currentSettings()
  if (currentLanguage() !== 'es' || !Object.hasOwn(ownSpanish, english)) return english
  return ownSpanish[english] ?? english
}
