import { text } from '../texts/t.ts'

/**
 * A phone number as people type it, as E.164 (`+15125550142`): ten digits are American; undefined for what cannot be
 * dialed by that rule, such as an extension. For numbers that may have been stored as they were typed; what is entered
 * is read by `readPhone` of the server, which knows the numbering plans.
 */
export function dialedNumber(written: string): string | undefined {
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

/** What is wrong with a number as it is typed, as far as that can be seen without the numbering plans. */
export function phoneProblem(typed: string): string | undefined {
  if (/x|#/i.test(typed))
    return text('Please leave out the extension: we cannot call it or text it.')
  return typed === '' || looksLikePhone(typed) ? undefined : phonePlease
}

/** Whether something typed may be a phone number at all: enough digits, and nothing but them and what stands between. */
export function looksLikePhone(written: string): boolean {
  const digits = written.replace(/\D/g, '').length
  return digits >= 7 && digits <= 17 && !/[^\d\s()+.\-/]/.test(written)
}

/** `(512) 555-0142`. A number from abroad, and one that could not be read when it was given, stays as it is stored. */
export function nationalPhone(stored: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(stored) ?? []
  return line ? `(${area}) ${exchange}-${line}` : stored
}

/** A stored number that is written with its country: `+44 20 7946 0018`. */
export const isForeignPhone = (stored: string) => /^\+(?!1\d{10}$)\d+$/.test(stored)

/** The digits by which a number, or its end, is found however it is written: a whole one without what dials abroad. */
export function searchedDigits(written: string): string {
  const digits = written.replace(/\D/g, '')
  return digits.length > 7 ? digits.replace(/^(011|0+)/, '') : digits
}
