/** The placeholders of a text: `'Book {vehicle}'` → `'vehicle'`. */
type ParamName<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

type Value = string | number
type Params<T extends string> = [ParamName<T>] extends [never]
  ? []
  : [params: Record<ParamName<T>, Value>]

/** A text known at build time; plain `string` does not compile, because no catalog could contain it. */
type Literal<T extends string> = string extends T ? never : T

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A language's texts by their English; missing ones are shown in English. */
export interface Translation {
  texts: Readonly<Record<string, string>>
  /** By the English `other` form; every plural form of the language (`few`, `many` …). */
  plurals: Readonly<Record<string, PluralForms>>
}

export interface Language extends Translation {
  code: string
}

const english: Language = { code: 'en', texts: {}, plurals: {} }
const listeners = new Set<() => void>()
let language = english
let newestRequest = 0
let languageHere: () => Language | undefined = () => undefined

/** Lets a server, which serves many people at once, choose the language per request or recipient. */
export function chooseLanguageBy(read: () => Language | undefined): void {
  languageHere = read
}

const currentTexts = (): Language => languageHere() ?? language

/** Contexts separate meanings of one English word: `t('state|Open')` is a state, `t('action|Open')` opens something. */
export const contexts = [
  'action',
  'count',
  'date',
  'long',
  'payment',
  'person',
  'short',
  'state',
  'visit',
] as const

const context = new RegExp(`^(?:${contexts.join('|')})\\|`)

/** Runs before placeholders are filled in, because a bar inside a value is no context. */
function patternIn({ texts }: Language, text: string): string {
  const translated = Object.hasOwn(texts, text) && texts[text]
  if (translated) return translated
  return text.includes('|') ? text.replace(context, '') : text
}

/** The text in the current language with placeholders filled in: `t('Book {vehicle}', { vehicle })`. */
export function t<const T extends string>(text: T & Literal<T>, ...params: Params<T>): string {
  return fill(patternIn(currentTexts(), text), params[0])
}

/** The plural form for `count`, with `{count}` and other placeholders filled in. */
export function plural<const Other extends string>(
  count: number,
  forms: { one: string; other: Other & Literal<Other> },
  ...params: Params<WithoutCount<Other>>
): string {
  return countedForm(currentTexts(), count, forms, params[0])
}

function countedForm(
  into: Language,
  count: number,
  forms: { one: string; other: string },
  params?: Readonly<Record<string, Value>>,
): string {
  const translated = into.plurals[forms.other]
  const { rule, shown } = formOfCount(into, count)
  const pattern = translated?.other
    ? (translated[rule] ?? translated.other)
    : patternIn(into, count === 1 ? forms.one : forms.other)
  return fill(pattern, { ...params, count: shown })
}

/** A formatted count and its plural form. Avoids Intl, which takes a phone 50 ms to set up. */
function formOfCount(into: Language, count: number): { rule: Intl.LDMLPluralRule; shown: string } {
  if (american.includes(into.code) && Number.isInteger(count) && count >= 0 && count < 1000)
    return { rule: count === 1 ? 'one' : 'other', shown: String(count) }
  const locale = localeOf(into)
  return {
    rule: new Intl.PluralRules(locale).select(count),
    shown: new Intl.NumberFormat(locale).format(count),
  }
}

type WithoutCount<T extends string> = T extends `${infer Before}{count}${infer After}`
  ? `${Before}${After}`
  : T

/** A text with its parameters, translated when read: for errors and events. */
export interface Phrase {
  readonly text: string
  readonly params: Readonly<Record<string, Value | Phrase>>
  /** Set for a plural: the text is the `other` form of this count. */
  readonly counted?: { count: number; one: string }
}

type PhraseParams<T extends string> = [ParamName<T>] extends [never]
  ? []
  : [params: Record<ParamName<T>, Value | Phrase>]

/** `t()` for later: translated by `wording()`. */
export function phrase<const T extends string>(
  text: T & Literal<T>,
  ...params: PhraseParams<T>
): Phrase {
  return { text, params: params[0] ?? {} }
}

/** `plural()` for later. */
export function pluralPhrase<const Other extends string>(
  count: number,
  forms: { one: string; other: Other & Literal<Other> },
  ...params: PhraseParams<WithoutCount<Other>>
): Phrase {
  return { text: forms.other, params: params[0] ?? {}, counted: { count, one: forms.one } }
}

/** A phrase from a text known only at run time, as for `translate()`. */
export const phraseOf = (text: string): Phrase => ({ text, params: {} })

/** A phrase in the current language. */
export const wording = (message: Phrase): string => wordedIn(currentTexts(), message)

/** A phrase in English, for logs. */
export const inEnglish = (message: Phrase): string => wordedIn(english, message)

function wordedIn(into: Language, { text: pattern, params, counted }: Phrase): string {
  const worded = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' ? wordedIn(into, value) : value,
    ]),
  )
  if (!counted) return fill(patternIn(into, pattern), worded)
  return countedForm(into, counted.count, { one: counted.one, other: pattern }, worded)
}

/** Marks a text stored as data and shown later with `t()` or `translate()`. */
/*#__NO_SIDE_EFFECTS__*/
export function text<const T extends string>(literal: T & Literal<T>): T {
  return literal
}

/** Translates a text known only at run time (a schema's message, a server's error), if the catalog has it. */
export function translate(message: string): string {
  return patternIn(currentTexts(), message)
}

/** What `run` words in English, for texts that others read in their own language. */
export function runInEnglish<T>(run: () => T): T {
  const before = language
  language = english
  try {
    return run()
  } finally {
    language = before
  }
}

/** The current language's BCP 47 code, for `<html lang>`. */
export function currentLanguage(): string {
  return currentTexts().code
}

/** These languages use US formats for dates and numbers. */
const american = ['en', 'es']

/** The current language with its country, for Intl. */
export const currentLocale = (): string => localeOf(currentTexts())

const localeOf = ({ code }: Language) => (american.includes(code) ? `${code}-US` : code)

/** Switches the language once its catalog has loaded; of two quick switches the later one wins. */
export async function setLanguage(code: string, load?: () => Promise<Translation>): Promise<void> {
  const request = ++newestRequest
  const next = load ? { code, ...(await load()) } : { ...english, code }
  if (request !== newestRequest) return
  language = next
  for (const listener of listeners) listener()
}

/** Calls the listener after every switch; returns the unsubscribe function. Fits `useSyncExternalStore`. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function fill(pattern: string, params?: Readonly<Record<string, Value>>): string {
  if (!params) return pattern
  return pattern.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    if (!Object.hasOwn(params, name)) return whole
    const value = String(params[name])
    // A value like 'a. m.' or 'Smith Inc.' ends the sentence already.
    return value.endsWith('.') ? value : value + stop
  })
}
