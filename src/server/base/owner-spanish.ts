import { extraInEnglish, extraWords } from '#shared/rules/extras.ts'
import { currentLanguage } from '#shared/texts/t.ts'
import { currentSettings } from './current-settings.ts'

/** A short text the owner wrote in English (a package's name, a promise) in the reader's language; English without one. */
export function inOwnWords(english: string): string {
  const { ownSpanish } = currentSettings()
  if (currentLanguage() !== 'es' || !Object.hasOwn(ownSpanish, english)) return english
  return ownSpanish[english] ?? english
}

/** An extra's description in the reader's language: a preset, or in the owner's Spanish; else as it was typed. */
export const extraInOwnWords = (description: string): string => extraWords(inOwnWords(description))

/** The English of such a description, for storing it. */
export const extraInOwnEnglish = (description: string): string =>
  Object.entries(currentSettings().ownSpanish).find(
    ([, spanish]) => currentLanguage() === 'es' && spanish === description,
  )?.[0] ?? extraInEnglish(description)
