const decimal = /^(\d{1,7})(?:\.(\d{1,2}))?$/

/** Integer cents from "129.99" or 129.99; undefined for anything else (negative, three decimals, exponents). */
export function centsFromDecimal(amount: string | number): number | undefined {
  const parts = decimal.exec(String(amount))
  if (!parts) return undefined
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

/** Integer cents of a price sent as a number of dollars, 129.99. */
export const centsFromDollars = (dollars: number) => Math.round(dollars * 100)

/** "129.99" from 12999 cents; the wire's decimal string. */
export function decimalFromCents(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}
