import { ordinaryDigits } from './plain-text.ts'

const joining = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu']
const alsoJoining = ['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt']
const joiningLetter = `[${[...joining, ...alsoJoining].map((name) => `\\p{sc=${name}}`).join('')}]`
const emoji = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?`

/** Sequences whose invisible parts change what is seen: emoji, and scripts that join or vary letters. */
const visible = [
  String.raw`\u{1F3F4}[\u{E0020}-\u{E007F}]{1,16}`,
  String.raw`${emoji}(?:\u200D${emoji})*`,
  String.raw`[0-9#*]\uFE0F?\u20E3`,
  String.raw`${joiningLetter}[\u200C\u200D]`,
  String.raw`\p{sc=Han}[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
].join('|')
const unseen = new RegExp(
  String.raw`(${visible})|[\0-\x08\x0B-\x1F\x7F-\x9F\p{DI}\u2800\uFFF9-\uFFFC]+`,
  'gu',
)
/** Accents beyond the 30 that Unicode's stream-safe format allows: normalizing takes time by the square of their number. */
const stacked = /(\p{M}{30})\p{M}+/gu
const plain = /^[\x20-\x7e\n\t]*$/

/**
 * Typed text in its one stored form: composed letters, ordinary digits, spaces, hyphens and line breaks, and no invisible or
 * direction-changing characters; '' if nothing visible remains.
 */
export function visibleText(text: string): string {
  if (plain.test(text)) return text.trim() && text
  const cleaned = ordinaryDigits(text)
    .replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, '\n')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(unseen, '$1')
    .replace(stacked, '$1')
    .normalize('NFC')
  return /[^\s\p{DI}]/u.test(cleaned) ? cleaned : ''
}

/** The same for every text in a form, request or row of a file. */
export function visibleIn<T>(value: T): T
export function visibleIn(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value)
  if (Array.isArray(value)) return value.map((item: unknown) => visibleIn(item))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visibleIn(item)]))
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)
