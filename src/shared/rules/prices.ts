import { extraTypes } from './extras.ts'
import type { OilType } from './oil.ts'

/** Example costs at a price, in cents: for an engine within the included quarts, and for a bigger one. */
export function priceExamples(
  { includedQuarts, oilType }: { includedQuarts: number; oilType: OilType },
  cents: number,
): { quarts: number; beyond: number; cents: number }[] {
  const beyond = 2
  const { priceCents } = extraTypes[`oil_quart_${oilType}`]
  return [
    { quarts: includedQuarts, beyond: 0, cents },
    { quarts: includedQuarts + beyond, beyond, cents: cents + beyond * priceCents },
  ]
}

/** Whether a price is likely a typing error: zero, less than half or more than double. */
export const isBigStep = (before: number, after: number): boolean =>
  after === 0 || (before > 0 && (after < before / 2 || after > before * 2))
