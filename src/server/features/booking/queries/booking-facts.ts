import { batchLoader } from '#server/database/batch-loader.ts'
import { queryRow } from '#server/database/database.ts'
import { addonOnSale, lineProductSql, packagePartsSql } from '#server/features/catalog/queries.ts'
import type { PriceChange } from '#shared/rules/dated-values.ts'
import type { AddonOffer, PackagePart } from '#shared/rules/lines.ts'
import type { OilType } from '#shared/rules/oil.ts'
import type { CarFacts } from '#shared/rules/packages.ts'

export type Package = {
  id: string
  name: string
  oilType: OilType
  /** The current price, and later ones. */
  cents: number
  priceChanges: readonly PriceChange[]
  taxable: boolean
  parts: PackagePart[]
  includedQuarts: number
  isRecommended: boolean
  /** How long a technician stays. */
  minutes: number
}
type Car = CarFacts & { id: string; oilCapacity: number | null }

type Customer = { id: string; name: string; phone: string; isCompany: boolean }

/** Prices in cents; may include more cars and add-ons than requested. */
export type BookingFacts = {
  customer: Customer
  cars: Car[]
  packages: Package[]
  addons: AddonOffer[]
}

type FactsWanted = {
  customerId: string
  vehicleIds: readonly string[]
  addonIds: readonly string[]
}

/** The customer, cars and catalog from the database; undefined for an unknown customer. */
export const bookingFacts = batchLoader(readFacts)

const offered = (addonIds: string) => `(
      select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'oilType', p.oil_type,
        'cents', p.base_price_cents, 'priceChanges', p.price_changes, 'taxable', p.taxable, 'isRecommended', p.is_recommended,
        'minutes', p.minutes, 'includedQuarts', p.included_quarts, 'parts', ${packagePartsSql('p.id')})
        order by p.position, p.base_price_cents, p.name), '[]')
      from service_packages p where p.is_active) as packages,
    (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'category', a.category,
        'cents', a.price_cents, 'taxable', a.taxable, 'product', ${lineProductSql('a')})), '[]')
      from products a where a.id = any(${addonIds}::uuid[]) and ${addonOnSale}) as addons`

const offersStatement = { name: 'offers-now', text: `select ${offered('$1')}` }

const factsStatement = {
  name: 'booking-facts',
  text: `select
    (select coalesce(json_agg(json_build_object('id', c.id, 'phone', c.phone,
        'name', trim(c.first_name || ' ' || c.last_name),
        'isCompany', exists (select from companies k where k.account_id = c.id))), '[]')
      from users c
      where c.id = any($1::uuid[]) and c.role = 'customer' and c.deactivated_at is null
        and c.anonymized_at is null) as customers,
    (select coalesce(json_agg(json_build_object('id', v.id, 'customerId', v.customer_id,
        'fuel', v.fuel, 'engine', v.engine, 'oilType', v.oil_type,
        'recommendedServiceLevel', v.recommended_service_level,
        'make', v.make, 'model', v.model, 'year', v.year, 'oilCapacity', v.oil_capacity)), '[]')
      from vehicles v
      where v.id = any($2::uuid[]) and v.deleted_at is null) as cars,
    ${offered('$3')}`,
}

/** Packages and add-ons as they are now; may include more add-ons than `addonIds`. */
export async function offersNow(
  addonIds: readonly string[],
): Promise<Pick<BookingFacts, 'packages' | 'addons'>> {
  const row = await queryRow<Pick<BookingFacts, 'packages' | 'addons'>>(offersStatement, [addonIds])
  return row ?? { packages: [], addons: [] }
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
