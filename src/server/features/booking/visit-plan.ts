import { queryRow } from '#server/database/database.ts'
import { batchLoader } from '#server/database/batch-loader.ts'
import { addonOnSale } from '#server/features/catalog/queries.ts'
import { salesTaxRateAt } from '#server/features/service-area/queries.ts'
import { atField, Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import { type Skill, skillNeeded } from '#shared/rules/assignment.ts'
import { type PriceChange, valueOn } from '#shared/rules/dated-values.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { noOilPhrase, type OilType } from '#shared/rules/oil.ts'
import {
  type CarFacts,
  fittingPackage,
  hasNoEngineOil,
  packageFits,
} from '#shared/rules/packages.ts'
import { offeredCents } from '#shared/rules/sales-tax.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
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

type Package = {
  id: string
  name: string
  oilType: OilType
  /** Today's or an earlier price, and later ones. */
  cents: number
  priceChanges: readonly PriceChange[]
  taxable: boolean
  isRecommended: boolean
}
type Car = CarFacts & { id: string }
type Addon = { id: string; name: string; cents: number; taxable: boolean }

type Customer = { id: string; name: string; phone: string }

/** Prices in cents; may include more cars and add-ons than requested. */
type BookingFacts = {
  customer: Customer
  cars: Car[]
  packages: Package[]
  addons: Addon[]
}

/** A visit that may be booked, with its price in cents. */
export type VisitPlan = {
  vehicleId: string
  servicePackageId: string
  packageCents: number
  packageTaxable: boolean
  /** Sales tax in basis points; null for none. */
  taxRateBp: number | null
  skill: Skill | null
  time: VisitTime
  addons: Addon[]
}

type FactsWanted = {
  customerId: string
  vehicleIds: readonly string[]
  addonIds: readonly string[]
}

/** The customer, cars and catalog from the database; undefined for an unknown customer. */
export const bookingFacts = batchLoader(readFacts)

const factsStatement = {
  name: 'booking-facts',
  text: `select
    (select coalesce(json_agg(json_build_object('id', c.id, 'phone', c.phone,
        'name', trim(c.first_name || ' ' || c.last_name))), '[]')
      from users c
      where c.id = any($1::uuid[]) and c.role = 'customer' and c.deactivated_at is null
        and c.anonymized_at is null) as customers,
    (select coalesce(json_agg(json_build_object('id', v.id, 'customerId', v.customer_id,
        'fuel', v.fuel, 'engine', v.engine, 'oilType', v.oil_type,
        'recommendedServiceLevel', v.recommended_service_level,
        'make', v.make, 'model', v.model, 'year', v.year)), '[]')
      from vehicles v
      where v.id = any($2::uuid[]) and v.deleted_at is null) as cars,
    (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'oilType', p.oil_type,
        'cents', p.base_price_cents, 'priceChanges', p.price_changes, 'taxable', p.taxable, 'isRecommended', p.is_recommended)
        order by p.position, p.base_price_cents, p.name), '[]')
      from service_packages p where p.is_active) as packages,
    (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name,
        'cents', a.price_cents, 'taxable', a.taxable)), '[]')
      from products a where a.id = any($3::uuid[]) and ${addonOnSale}) as addons`,
}

type FactsRow = Omit<BookingFacts, 'cars' | 'customer'> & {
  customers: Customer[]
  cars: (Car & { customerId: string })[]
}

async function readFacts(wanted: readonly FactsWanted[]): Promise<(BookingFacts | undefined)[]> {
  const read = await queryRow<FactsRow>(factsStatement, [
    wanted.map(({ customerId }) => customerId),
    wanted.flatMap(({ vehicleIds }) => vehicleIds),
    wanted.flatMap(({ addonIds }) => addonIds),
  ])
  return wanted.map(({ customerId }) => {
    const customer = read?.customers.find(({ id }) => id === customerId)
    if (!read || !customer) return undefined
    return { ...read, customer, cars: read.cars.filter((car) => car.customerId === customerId) }
  })
}

/**
 * Plans one visit, with the price and sales tax of its day at `place`. Throws Invalid for an unavailable date, package
 * or add-on, and at `carField` for a car without engine oil; NotFound for a car that is not the customer's; Conflict when
 * the price differs from the one seen.
 */
export function planVisit(
  visit: WantedVisit,
  { place, ...facts }: Omit<BookingFacts, 'customer'> & { place: Coordinates | undefined },
  carField = 'vehicleId',
): VisitPlan {
  const time = checkVisitTime(visit.scheduledDate, visit.scheduledTime)
  const car = facts.cars.find(({ id }) => id === visit.vehicleId)
  if (!car) throw new NotFound(phrase('Vehicle not found.'))
  if (hasNoEngineOil(car)) {
    const said = noOilPhrase(car)
    throw new Invalid(said, atField(carField, said))
  }
  const offer = packageFor(car, facts.packages, visit.servicePackageId)
  const addons = addonsFor(facts.addons, visit.addons)
  const prices = {
    // The price of the visit's day, fixed at booking: moving the visit keeps it.
    packageCents: valueOn(offer.cents, offer.priceChanges, time.date),
    packageTaxable: offer.taxable,
    addons,
  }
  const taxRateBp = salesTaxRateAt(place, time.date)
  assertPriceSeen(offeredCents(prices, taxRateBp), visit.seenPrice)
  return {
    vehicleId: car.id,
    servicePackageId: offer.id,
    ...prices,
    taxRateBp,
    skill: skillNeeded(offer.oilType),
    time,
  }
}

/** Customers pay the price they saw. */
function assertPriceSeen(cents: number, seen: string | number | undefined): void {
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

function addonsFor(onSale: readonly Addon[], wanted: readonly string[] = []): Addon[] {
  const ids = new Set(wanted)
  const chosen = onSale.filter(({ id }) => ids.has(id))
  if (chosen.length < ids.size)
    throw new Invalid(phrase('An add-on you chose is no longer offered. Please choose again.'))
  return chosen
}

export const offSale = () =>
  new Invalid(phrase('This service package is no longer offered. Please choose another one.'))

function packageFor(car: CarFacts, onSale: readonly Package[], wanted?: string): Package {
  if (!wanted) {
    const fitting = fittingPackage(car, onSale)
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
