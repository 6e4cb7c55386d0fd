/** Full-width letters, digits and signs, as typed on East Asian keyboards, as ordinary ones. */
export const ordinaryWidth = (typed: string): string =>
  typed.replace(/[\uFF01-\uFF5E\u3000]+/g, (wide) => wide.normalize('NFKC'))

/**
 * A typed number, code or address without anything invisible, with ordinary spaces and hyphens. Smaller than `visibleText`,
 * which spares the invisible parts of emoji and of scripts that join letters; these need neither.
 */
export const plainText = (typed: string): string =>
  typed
    .replace(/(?!\s)[\p{DI}\p{Cc}\p{Cf}\u2800\uFFF9-\uFFFC]|\uFEFF/gu, '')
    .replace(/[^\S\n]/g, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .normalize('NFC')
