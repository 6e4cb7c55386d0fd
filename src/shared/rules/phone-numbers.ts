import { text } from '../texts/t.ts'
import { plainText } from './plain-text.ts'

/** A typed number with plain digits, hyphens and spaces, as copied from web pages and contacts. */
export const plainPhone = (typed: string): string =>
  plainText(typed)
    .normalize('NFKC')
    .replace(/\s/g, ' ')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^[,;:]+|(?<![,;:.])[,;:.]+$/g, '')
    .trim()
    // Dialed abroad in place of the plus; American numbers begin with neither.
    .replace(/^\(?(?:00|011)(?=[\s).-]*[1-9])/, '+')
    .replace(/[\p{Pd}−]/gu, '-')
    // Mexico's mobile numbers had a 1 until 2019; many contacts still do.
    .replace(/^(\(?\+[\s(]*52)[\s().-]*1(?=(?:[\s().-]*\d){10}$)/, '$1 ')
    .replace(/[·•∙]/g, '.')

/**
 * A typed phone number as E.164 (`+15125550142`), with ten digits taken as American; undefined if that rule cannot dial it,
 * as with an extension. For numbers stored as typed; new input is read by the server's `readPhone`, which knows the
 * numbering plans.
 */
export function dialedNumber(typed: string): string | undefined {
  const written = plainPhone(typed)
  if (/[^\d\s()+.-]/.test(written)) return undefined
  const digits = written.replace(/\D/g, '')
  const international = /^[\s(]*\+/.test(written)
  if (digits.startsWith('1')) return digits.length === 11 ? `+${digits}` : undefined
  if (international) return /^[2-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined
  return digits.length === 10 ? `+1${digits}` : undefined
}

export const phonePlease = text(
  'Please enter a phone number with its area code, for example (512) 555-0199, or with + and its country code.',
)

/** The problem with a typed number, as far as visible without the numbering plans. */
export function phoneProblem(typed: string): string | undefined {
  if (/x|#/i.test(plainPhone(typed)))
    return text('Please leave out the extension: we cannot call it or text it.')
  return typed === '' || looksLikePhone(typed) ? undefined : phonePlease
}

/** Whether input could be a phone number: enough digits, and only digits and separators. */
export function looksLikePhone(typed: string): boolean {
  const written = plainPhone(typed)
  const digits = written.replace(/\D/g, '').length
  return digits >= 7 && digits <= 17 && !/[^\d\s()+.\-/]/.test(written)
}

/** `(512) 555-0142`. Foreign and unreadable numbers stay as stored. */
export function nationalPhone(stored: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(stored) ?? []
  return line ? `(${area}) ${exchange}-${line}` : stored
}

/** The same for a line of several facts, which does not end inside it. */
export const unbrokenPhone = (stored: string): string =>
  nationalPhone(stored).replaceAll(' ', '\u00A0')

/** A stored number shown with its country code: `+44 20 7946 0018`. */
export const isForeignPhone = (stored: string) => /^\+(?!1\d{10}$)\d+$/.test(stored)

/** Digits for finding a number or its end in any spelling: a full one without its international prefix. */
export function searchedDigits(written: string): string {
  const digits = plainPhone(written).replace(/\D/g, '')
  return digits.length > 7 ? digits.replace(/^(011|0+)/, '') : digits
}
