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
