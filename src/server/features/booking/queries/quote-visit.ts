import { inOwnWords } from '#server/base/owner-spanish.ts'
import { locateAddress, placeOf } from '#server/features/service-area/queries.ts'
import { NotFound } from '#server/http/errors.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { type Slot, slotLabel } from '#shared/rules/slots.ts'
import { phrase } from '#shared/texts/t.ts'
import { planVisit } from '../visit-plan.ts'
import { bookingFacts } from './booking-facts.ts'

type Wanted = {
  customerId: string
  vehicleId: string
  /** Null for the car's recommended package. */
  servicePackageId: string | null
  serviceAddress: string
  addonIds?: readonly string[]
}

/** The visit that booking this time would create, with its price. Throws Invalid and NotFound like a booking. */
export async function quoteVisit(wanted: Wanted, time: { date: LocalDate; slot: Slot }) {
  const { customerId, vehicleId, servicePackageId, serviceAddress, addonIds = [] } = wanted
  const facts = await bookingFacts({ customerId, vehicleIds: [vehicleId], addonIds })
  if (!facts) throw new NotFound(phrase('Customer not found.'))
  const { coordinates } = await locateAddress(serviceAddress)
  const plan = planVisit(
    {
      vehicleId,
      scheduledDate: time.date,
      scheduledTime: slotLabel(time.slot),
      servicePackageId: servicePackageId ?? undefined,
      addons: addonIds,
    },
    { ...facts, place: coordinates },
  )
  const { latitude = null, longitude = null } = coordinates ?? {}
  const packageName = facts.packages.find(({ id }) => id === plan.servicePackageId)?.name ?? ''
  return {
    ...plan,
    latitude,
    longitude,
    place: await placeOf({ latitude, longitude, serviceAddress }),
    packageName: inOwnWords(packageName),
  }
}
