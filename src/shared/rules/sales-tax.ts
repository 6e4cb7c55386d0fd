import { type Coordinates, type CoreSpot, milesBetween, milesBeyond } from './service-area.ts'

/** A rate of sales tax is a whole number of basis points: 825 is 8.25 percent. */
export const highestTaxRateBp = 2000

/** What sales tax is taken from, and how much of it; without a rate a visit knows no sales tax. */
export type Taxed = {
  /** The lines that are taxed, in cents. */
  taxableCents: number
  /** Of when it was booked; null where sales tax was off then. */
  taxRateBp: number | null
}

/** Sales tax on all taxed lines of a visit together, in cents; half a cent counts as one. */
export const salesTaxOn = ({ taxableCents, taxRateBp }: Taxed): number =>
  Math.floor((Math.max(0, taxableCents) * (taxRateBp ?? 0) + 5_000) / 10_000)

/**
 * The sales tax within a part of a price, or within more than it, in cents: as large a share as of the `whole` price, so
 * that nobody pays another rate because something was given or taken off.
 */
export const salesTaxWithin = (cents: number, whole: { cents: number; taxCents: number }): number =>
  whole.cents <= 0 ? 0 : Math.floor((2 * whole.taxCents * cents + whole.cents) / (2 * whole.cents))

/** "8.25" of 825 basis points, "8" of 800. */
export const percentFromBp = (rateBp: number): string => String(rateBp / 100)

/** Basis points of "8.25"; undefined for what is no percentage with two decimals at most. */
export const bpFromPercent = (percent: string): number | undefined =>
  /^\d{1,3}(\.\d{1,2})?$/.test(percent.trim()) ? Math.round(Number(percent) * 100) : undefined

type Offer = {
  packageCents: number
  packageTaxable: boolean
  addons: readonly { cents: number; taxable: boolean }[]
}

/** Of a package and add-ons what sales tax is taken on, in cents. */
export const taxableOf = ({ packageCents, packageTaxable, addons }: Offer): number =>
  addons.reduce(
    (sum, { cents, taxable }) => sum + (taxable ? cents : 0),
    packageTaxable ? packageCents : 0,
  )

/** What the same costs, sales tax included, in cents. */
export const offeredCents = (offer: Offer, taxRateBp: number | null): number =>
  offer.addons.reduce((sum, { cents }) => sum + cents, offer.packageCents) +
  salesTaxOn({ taxableCents: taxableOf(offer), taxRateBp })

/**
 * The rate at a place, in basis points: that of the core spot it lies in, of several the one whose center is nearest, or
 * `usualBp` where that has none of its own.
 */
export function taxRateAt(
  place: Coordinates | undefined,
  spots: readonly (CoreSpot & { taxRateBp: number | null })[],
  usualBp: number,
): number {
  if (!place) return usualBp
  const [nearest] = spots
    .filter((spot) => milesBeyond(place, spot) <= 0)
    .toSorted((one, other) => milesBetween(place, one) - milesBetween(place, other))
  return nearest?.taxRateBp ?? usualBp
}
