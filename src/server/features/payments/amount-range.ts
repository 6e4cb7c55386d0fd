const amount = /^(\$?)(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{0,2}))?$/

/**
 * The range of amounts, in cents, that begin with the typed text: `$129`, `129.9`. Undefined for a plain number, which means
 * a visit.
 */
export function amountRange(typed: string): { first: number; last: number } | undefined {
  const [, sign, dollars, decimals = ''] = amount.exec(typed) ?? []
  if (!dollars || !(sign || decimals)) return undefined
  const first = Number(dollars.replaceAll(',', '') + decimals.padEnd(2, '0'))
  return { first, last: first + 10 ** (2 - decimals.length) - 1 }
}
