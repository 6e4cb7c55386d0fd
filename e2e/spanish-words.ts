import { readFileSync } from 'node:fs'
import { textRooms } from '#shared/texts/languages.ts'
import type { Translation } from '#shared/texts/t.ts'

const parts = textRooms.map((room) => {
  const path = new URL(`../src/shared/texts/es/${room}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as Translation
})
const spanish = Object.assign({}, ...parts.map((part) => part.texts)) as Translation['texts']
const plurals = parts.flatMap((part) => Object.keys(part.plurals))

/** The Spanish of a text, with these names filled in. */
export function inSpanish(text: string, names: Record<string, string> = {}): string {
  const said = spanish[text]
  if (said === undefined) throw new Error(`There is no Spanish for ${text}`)
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)
}

/** Words that never occur in Spanish sentences. */
const english =
  /\b(the|your|you|and|with|from|visit|please|is|are|was|will|this|that|not|for|of|to|by|at|on|it|we|they|them)\b/i

const withoutContext = (text: string) => text.replace(/^[a-z]+\|/, '')

/** Whole texts that differ in Spanish; those with placeholders are recognized by their words. */
const translated = new Set(
  [...Object.keys(spanish), ...plurals]
    .map(withoutContext)
    .filter((text) => !Object.values(spanish).includes(text) && !text.includes('{')),
)

/** Whether a text, after removing all data, was left in English. */
export const saysEnglish = (rest: string, whole: string): boolean =>
  english.test(rest) || (/[a-z]/i.test(rest) && translated.has(whole))
