import { networkIsFull } from '#server/features/jobs/actions/booking-caps.ts'
import { checkPromotedVisit } from '#server/features/promotions/actions/check-promoted-visit.ts'
import type { CarFacts } from '#shared/rules/packages.ts'
import type { Location } from '#shared/rules/road.ts'
import { limitReached } from '../cap-refusals.ts'
import { offersNow } from '../queries/booking-facts.ts'
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
    place: Location | null
    /** The office plans it when it confirms. */ isRequest: boolean
  },
): Promise<void> {
  const { time, servicePackageId, minutes, skill, priceCents } = planVisit(
    { ...visit, vehicleId: 'new', ...(!promotionCode && { seenPrice }) },
    {
      place: place ?? undefined,
      cars: [{ id: 'new', oilCapacity: null, ...nullsFor(car) }],
      ...(await offersNow(visit.addons ?? [])),
    },
    'vehicle.model',
  )
  if (promotionCode) {
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
