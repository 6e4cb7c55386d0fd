import { text } from '../texts/t.ts'
import { type Coordinates, type CoreSpot, milesBetween, milesBeyond } from './service-area.ts'

/** Sales tax rates are whole basis points: 825 is 8.25 percent. */
export const maxTaxRateBp = 2000

/** The taxed sum and its rate; a visit without a rate has no sales tax. */
export type Taxed = {
  taxableCents: number
  /** The rate at booking; null if sales tax was off. */
  taxRateBp: number | null
}

/** Sales tax on a visit's taxable lines in cents, rounded once; half a cent rounds up. */
export const salesTaxOn = ({ taxableCents, taxRateBp }: Taxed): number =>
  Math.floor((Math.max(0, taxableCents) * (taxRateBp ?? 0) + 5_000) / 10_000)

/**
 * Sales tax within part of a price, or more than it, in cents: proportional to the `whole` price, so that discounts and
 * refunds keep the effective rate.
 */
export const salesTaxWithin = (cents: number, whole: { cents: number; taxCents: number }): number =>
  whole.cents <= 0 ? 0 : Math.floor((2 * whole.taxCents * cents + whole.cents) / (2 * whole.cents))

/** "8.25" for 825 basis points, "8" for 800. */
export const percentFromBp = (rateBp: number): string => String(rateBp / 100)

/** Basis points of "8.25"; undefined unless it is a percentage with at most two decimals. */
export const bpFromPercent = (percent: string): number | undefined =>
  /^\d{1,3}(\.\d{1,2})?$/.test(percent.trim()) ? Math.round(Number(percent) * 100) : undefined

/**
 * What sales tax applies to: everything marked taxable, only parts marked taxable, or nothing, where lump sums are not
 * taxed.
 */
export const taxModes = ['everything', 'parts', 'none'] as const
export type TaxMode = (typeof taxModes)[number]
export const taxModeLabels = {
  everything: text('everything marked as taxed'),
  parts: text('parts only, not labor'),
  none: text('nothing: prices are lump sums'),
} as const satisfies Record<TaxMode, string>

/** Lines with their sales tax, in cents. */
export const withSalesTax = (
  { cents, taxableCents }: { cents: number; taxableCents: number },
  taxRateBp: number | null,
): number => cents + salesTaxOn({ taxableCents, taxRateBp })

/** The core spot that contains a location; of several, the one with the nearest center. */
export function spotAt<Spot extends CoreSpot>(
  place: Coordinates | undefined,
  spots: readonly Spot[],
): Spot | undefined {
  if (!place) return undefined
  const [nearest] = spots
    .filter((spot) => milesBeyond(place, spot) <= 0)
    .toSorted((one, other) => milesBetween(place, one) - milesBetween(place, other))
  return nearest
}
