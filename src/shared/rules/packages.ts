import { isKnownElectric } from './electric-cars.ts'
import { isDiesel, needsNoOil, type OilType } from './oil.ts'

/** Facts that decide which package fits; null if unknown. */
export type CarFacts = {
  fuel: string | null
  engine: string | null
  oilType: OilType | null
  recommendedServiceLevel: OilType | null
  make?: string | undefined
  model?: string | undefined
  year?: string | undefined
}
type PackageFacts = { name: string; oilType: OilType; isRecommended?: boolean }

/** An electric or hydrogen car without engine oil. */
export function hasNoEngineOil(car: CarFacts): boolean {
  // Any known oil or engine proves it has one: a plug-in hybrid.
  if (/\d(\.\d)?\s?L\b/.test(car.engine ?? '')) return false
  if (car.fuel !== null) return car.oilType === null && needsNoOil({ fuel: car.fuel })
  // Typed by hand; its oil may have been guessed before its name was known.
  return isKnownElectric(car.make ?? '', car.model ?? '', Number(car.year) || undefined)
}

/** Whether anything is known about its oil. */
export const isKnownCar = ({ oilType, recommendedServiceLevel }: CarFacts): boolean =>
  oilType !== null || recommendedServiceLevel !== null

/** A diesel never gets a gasoline package or the reverse; an unknown car may get either. */
export function packageFits(car: CarFacts, offer: PackageFacts): boolean {
  if (hasNoEngineOil(car)) return false
  if (car.oilType === null && car.fuel === null) return true
  const diesel = isDiesel(car.fuel ?? undefined) || car.oilType === 'diesel_full_synthetic'
  return diesel === (offer.oilType === 'diesel_full_synthetic')
}

/**
 * The package to preselect among those on sale: the one the car needs, else the recommended one, else the full synthetic one, else
 * the first that fits. Undefined if none fits.
 */
export function fittingPackage<P extends PackageFacts>(
  car: CarFacts,
  onSale: readonly P[],
): P | undefined {
  const fitting = onSale.filter((offer) => packageFits(car, offer))
  const wanted = car.recommendedServiceLevel ?? car.oilType
  return (
    fitting.find((offer) => offer.oilType === wanted) ??
    fitting.find((offer) => offer.isRecommended) ??
    fitting.find((offer) => offer.oilType === 'full_synthetic') ??
    fitting[0]
  )
}

/** The cheapest package; undefined if there is none. */
export const cheapestOf = <P extends { basePrice: number }>(offers: readonly P[]): P | undefined =>
  offers.toSorted((one, other) => one.basePrice - other.basePrice)[0]
