import { checkVisit } from '#server/features/booking/actions/check-visit.ts'
import { locateAddress, salesTaxRateAt } from '#server/features/service-area/queries.ts'
import { describeVehicle } from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { subnetOf } from '#server/http/client-network.ts'
import { phoneField } from '#server/http/phone-field.ts'
import type { GuestBookingForm } from '#shared/contract/guests.ts'

/** Validates a guest's booking before a code is mailed; never reveals whether the e-mail has an account. */
export async function checkGuestBooking(
  { vehicle, phone, ...visit }: GuestBookingForm,
  ip: string,
): Promise<void> {
  await phoneField(phone)
  const { coordinates } = await locateAddress(visit.serviceAddress)
  const { oilData } = await describeVehicle(vehicle)
  await checkVisit(
    visit,
    { ...vehicle, ...oilData },
    { guestNetwork: subnetOf(ip), taxRateBp: salesTaxRateAt(coordinates) },
  )
}
