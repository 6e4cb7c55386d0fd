import { addonsOnSale, packagesOnSale } from '#server/features/catalog/queries.ts'
import { networkIsFull } from '#server/features/jobs/actions/booking-caps.ts'
import { checkPromotedVisit } from '#server/features/promotions/actions/check-promoted-visit.ts'
import { centsFromDecimal, centsFromDollars } from '#shared/rules/money.ts'
import type { CarFacts } from '#shared/rules/packages.ts'
import type { Place } from '#shared/rules/road.ts'
import { offeredCents } from '#shared/rules/sales-tax.ts'
import { limitReached } from '../cap-refusals.ts'
import { planVisit, type WantedVisit } from '../visit-plan.ts'
import { assertOffered, isOpen, isOpenAt, outOfReachAt, slotLost } from '../visit-time.ts'

type Car = { [Fact in keyof CarFacts]?: CarFacts[Fact] | undefined }

/**
 * Throws what booking this visit would throw now (Invalid, Conflict with the day's fresh `availability`), for a car not
 * saved yet. Reserves nothing.
 */
export async function checkVisit(
  {
    seenPrice,
    promotionCode,
    ...visit
  }: Omit<WantedVisit, 'vehicleId'> & {
    promotionCode?: string | undefined
  },
  car: Car,
  {
    guestNetwork,
    place,
    isRequest,
  }: {
    guestNetwork: string
    place: Place | null
    /** The office plans it when it confirms. */ isRequest: boolean
  },
): Promise<void> {
  const onSale = await packagesOnSale()
  const addons = visit.addons?.length ? await addonsOnSale() : []
  const { time, servicePackageId, minutes, skill, ...prices } = planVisit(
    { ...visit, vehicleId: 'new', ...(!promotionCode && { seenPrice }) },
    {
      place: place ?? undefined,
      cars: [{ id: 'new', ...nullsFor(car) }],
      packages: onSale.map(({ priceChanges = [], ...one }) => ({
        ...one,
        cents: centsFromDollars(one.basePrice),
        priceChanges: priceChanges.map(({ from, price }) => ({
          from,
          value: centsFromDollars(price),
        })),
      })),
      addons: addons.map((one) => ({ ...one, cents: centsFromDecimal(one.price) ?? 0 })),
    },
    'vehicle.model',
  )
  if (promotionCode) {
    const priceCents = offeredCents(prices, prices.taxRateBp)
    const promoted = { date: time.date, packageId: servicePackageId, priceCents, seenPrice }
    await checkPromotedVisit(promotionCode, promoted, guestNetwork)
  }
  await assertOffered(time)
  if (!(await isOpen(time))) throw await slotLost(time)
  const there = { ...time, place, minutes, skill }
  if (!isRequest && !(await isOpenAt(there))) throw await outOfReachAt(there, false)
  if (await networkIsFull(guestNetwork)) throw await limitReached('guest_network')
}

const nullsFor = (car: Car): CarFacts => ({
  ...car,
  fuel: car.fuel ?? null,
  engine: car.engine ?? null,
  oilType: car.oilType ?? null,
  recommendedServiceLevel: car.recommendedServiceLevel ?? null,
})
