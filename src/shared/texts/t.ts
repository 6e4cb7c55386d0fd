import type { PluralText, Text } from './catalogue.ts'

/** The names between braces of a text: `'Book {vehicle}'` → `'vehicle'`. */
type ParamName<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

type Value = string | number
type Params<T extends string> = [ParamName<T>] extends [never]
  ? []
  : [params: Record<ParamName<T>, Value>]

/** A text known at build time; a plain `string` is refused because no catalogue could hold it. */
type Literal<T extends string> = string extends T ? never : T

export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** One language, complete: a text that is missing does not compile. */
export interface Translation {
  texts: Record<Text, string>
  /** By the English `other` form; give every form the language has (`few`, `many` …). */
  plurals: Record<PluralText, PluralForms>
}

interface Language {
  code: string
  texts: Readonly<Record<string, string>>
  plurals: Readonly<Record<string, PluralForms>>
}

const english: Language = { code: 'en', texts: {}, plurals: {} }
const listeners = new Set<() => void>()
let language = english
let newestRequest = 0

/** The text in the current language, `{names}` filled in: `t('Book {vehicle}', { vehicle })`. */
export function t<const T extends string>(text: T & Literal<T>, ...params: Params<T>): string {
  return fill(language.texts[text] ?? text, params[0])
}

/** The form that fits `count`, with `{count}` and any other names filled in. */
export function plural<const Other extends string>(
  count: number,
  forms: { one: string; other: Other & Literal<Other> },
  ...params: Params<WithoutCount<Other>>
): string {
  const translated = language.plurals[forms.other]
  const rule = new Intl.PluralRules(language.code).select(count)
  const pattern = translated
    ? (translated[rule] ?? translated.other)
    : count === 1
      ? forms.one
      : forms.other
  const shown = new Intl.NumberFormat(language.code).format(count)
  return fill(pattern, { ...params[0], count: shown })
}

type WithoutCount<T extends string> = T extends `${infer Before}{count}${infer After}`
  ? `${Before}${After}`
  : T

/** Marks a text that is kept as data and shown later with `t()` or `translate()`. */
/*#__NO_SIDE_EFFECTS__*/
export function text<const T extends string>(literal: T & Literal<T>): T {
  return literal
}

/** A text that arrives at run time (a schema's message, a server's error): translated when known. */
export function translate(message: string): string {
  return language.texts[message] ?? message
}

/** BCP 47 code of the current language, for Intl and `<html lang>`. */
export function currentLanguage(): string {
  return language.code
}

/** Switches once the catalogue has loaded; of two quick switches the later one wins. */
export async function setLanguage(code: string, load?: () => Promise<Translation>): Promise<void> {
  const request = ++newestRequest
  const next = load ? { code, ...(await load()) } : { ...english, code }
  if (request !== newestRequest) return
  language = next
  for (const listener of listeners) listener()
}

/** Calls back after every switch; returns the unsubscribe. Fits `useSyncExternalStore`. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function fill(pattern: string, params?: Readonly<Record<string, Value>>): string {
  if (!params) return pattern
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  )
}
