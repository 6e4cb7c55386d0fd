/** Converts full-width letters, digits and signs, as typed on East Asian keyboards, to ordinary ones. */
export const ordinaryWidth = (typed: string): string =>
  typed.replace(/[\uFF01-\uFF5E\u3000]+/g, (wide) => wide.normalize('NFKC'))

/** Arabic, Persian, Hindi and full-width ones, whose codes end in the digit, or in Hindi in six more. */
const otherDigits = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\uFF10-\uFF19]/g

/** Converts digits of other scripts, which phones can be set to, to ordinary ones. */
export const ordinaryDigits = (typed: string): string =>
  typed.replace(otherDigits, (digit) =>
    String((digit.charCodeAt(0) - (/[\u0966-\u096F]/.test(digit) ? 6 : 0)) & 15),
  )

/**
 * A typed number, code or address without invisible characters, with ordinary spaces and hyphens. Smaller than
 * `visibleText`, which preserves the invisible parts of emoji and joined scripts; these don't occur here.
 */
export const plainText = (typed: string): string =>
  ordinaryDigits(typed)
    .replace(/(?!\s)[\p{DI}\p{Cc}\p{Cf}\u2800\uFFF9-\uFFFC]|\uFEFF/gu, '')
    .replace(/[^\S\n]/g, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .normalize('NFC')
