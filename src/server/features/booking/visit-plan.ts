import { salesTaxAt } from '#server/features/service-area/queries.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import type { CompanyRow } from '#server/reads/companies.ts'
import { type Skill, skillNeeded } from '#shared/rules/assignment.ts'
import { isTaxExempt } from '#shared/rules/companies.ts'
import { valueOn } from '#shared/rules/dated-values.ts'
import { type AddonOffer, bookedLines, type SourcedLine, totalsOf } from '#shared/rules/lines.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { noOilPhrase } from '#shared/rules/oil.ts'
import {
  type CarFacts,
  fittingPackage,
  hasNoEngineOil,
  packageFits,
} from '#shared/rules/packages.ts'
import { type TaxMode, withSalesTax } from '#shared/rules/sales-tax.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import type { BookingFacts, Package } from './queries/booking-facts.ts'
import { checkVisitTime, type VisitTime } from './visit-time.ts'

export type WantedVisit = {
  vehicleId: string
  scheduledDate: string
  scheduledTime: SlotLabel
  servicePackageId?: string | undefined
  /** Ids of add-ons for this visit only. */
  addons?: readonly string[] | undefined
  /** The price shown on the screen, in dollars, add-ons included. */
  seenPrice?: string | number | undefined
  /** The assigned technician; otherwise one is chosen. */
  technicianId?: string | undefined
}

/** A visit that may be booked, with its price in cents. */
export type VisitPlan = {
  vehicleId: string
  servicePackageId: string
  /** Of its package and add-ons. */
  lines: SourcedLine[]
  /** Sales tax in basis points; null for none. */
  taxRateBp: number | null
  taxMode: TaxMode
  /** What it costs, sales tax included. */
  priceCents: number
  skill: Skill | null
  /** How long a technician stays. */
  minutes: number
  time: VisitTime
}

/**
 * Plans one visit, with the price and sales tax of its day at `place`. Throws Invalid for an unavailable date, package
 * or add-on, and at `carField` for a car without engine oil; NotFound for a car that is not the customer's; Conflict when
 * the price differs from the one seen.
 */
export function planVisit(
  visit: WantedVisit,
  {
    place,
    company,
    ...facts
  }: Omit<BookingFacts, 'customer'> & {
    place: Coordinates | undefined
    /** The company that books. */
    company?: CompanyRow | undefined
  },
  carField = 'vehicleId',
): VisitPlan {
  const time = checkVisitTime(visit.scheduledDate, visit.scheduledTime)
  const car = facts.cars.find(({ id }) => id === visit.vehicleId)
  if (!car) throw new NotFound(phrase('Vehicle not found.'))
  if (hasNoEngineOil(car)) throw Invalid.at(carField, noOilPhrase(car))
  const offer = packageFor(car, facts.packages, visit.servicePackageId, company)
  const addons = addonsFor(facts.addons, visit.addons)
  // The price of the visit's day, fixed at booking: moving the visit keeps it.
  const cents = valueOn(offer.cents, offer.priceChanges, time.date)
  const { taxRateBp, mode } =
    company && isTaxExempt(company, time.date) ? noTax : salesTaxAt(place, time.date)
  const quarts = car.oilCapacity ?? offer.includedQuarts
  const lines = bookedLines({ ...offer, cents }, addons, { quarts, mode, taxRateBp })
  const priceCents = withSalesTax(totalsOf(lines), taxRateBp)
  assertPriceSeen(priceCents, visit.seenPrice)
  return {
    vehicleId: car.id,
    servicePackageId: offer.id,
    lines,
    taxRateBp,
    taxMode: mode,
    priceCents,
    skill: skillNeeded(offer.oilType),
    minutes: offer.minutes,
    time,
  }
}

const noTax = { taxRateBp: null, mode: 'none' } as const

/** Customers pay the price they saw. */
export function assertPriceSeen(cents: number, seen: string | number | undefined): void {
  const seenCents = seen === undefined ? cents : centsFromDecimal(seen)
  if (seenCents === undefined || seenCents === cents) return
  throw new Conflict(
    phrase('The price has changed from {before} to {now}. Please check it again.', {
      before: formatCents(seenCents),
      now: formatCents(cents),
    }),
    { reason: 'price', price: decimalFromCents(cents) },
  )
}

function addonsFor(onSale: readonly AddonOffer[], wanted: readonly string[] = []): AddonOffer[] {
  const ids = new Set(wanted)
  const chosen = onSale.filter(({ id }) => ids.has(id))
  if (chosen.length < ids.size)
    throw new Invalid(phrase('An add-on you chose is no longer offered. Please choose again.'))
  return chosen
}

export const offSale = () =>
  new Invalid(phrase('This service package is no longer offered. Please choose another one.'))

function packageFor(
  car: CarFacts,
  onSale: readonly Package[],
  wanted: string | undefined,
  company: CompanyRow | undefined,
): Package {
  if (!wanted) {
    const allowed = onSale.filter(({ id }) => company?.allowedPackageIds.includes(id))
    const fitting = fittingPackage(car, allowed) ?? fittingPackage(car, onSale)
    if (!fitting) throw new Invalid(phrase('We have no package for this vehicle at the moment.'))
    return fitting
  }
  const offer = onSale.find(({ id }) => id === wanted)
  if (!offer) throw offSale()
  if (!packageFits(car, offer))
    throw new Invalid(
      offer.oilType === 'diesel_full_synthetic'
        ? phrase('{name} is for diesel engines. Please choose another package.', {
            name: offer.name,
          })
        : phrase('{name} is not for diesel engines. Please choose a diesel package.', {
            name: offer.name,
          }),
    )
  return offer
}
