/** Full-width letters, digits and signs, as typed on East Asian keyboards, as ordinary ones. */
export const ordinaryWidth = (typed: string): string =>
  typed.replace(/[\uFF01-\uFF5E\u3000]+/g, (wide) => wide.normalize('NFKC'))

const otherDigits = /(?![0-9])\p{Nd}/gu
const isDigit = /^\p{Nd}$/u

/** Digits of other scripts, such as Arabic ones, as ordinary ones. */
export const ordinaryDigits = (typed: string): string => typed.replace(otherDigits, valueOf)

const values = new Map<string, string>()

/** Unicode has the ten digits of a script in a row, and those of several fonts in rows of ten. */
function valueOf(digit: string): string {
  const known = values.get(digit)
  if (known) return known
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit.test(String.fromCodePoint(zero - 1))) zero--
  const value = String((code - zero) % 10)
  values.set(digit, value)
  return value
}

/**
 * A typed number, code or address without anything invisible, with ordinary spaces and hyphens. Smaller than `visibleText`,
 * which spares the invisible parts of emoji and of scripts that join letters; these need neither.
 */
export const plainText = (typed: string): string =>
  typed
    .replace(/(?!\s)[\p{DI}\p{Cc}\p{Cf}\u2800\uFFF9-\uFFFC]|\uFEFF/gu, '')
    .replace(/[^\S\n]/g, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(otherDigits, valueOf)
    .normalize('NFC')
