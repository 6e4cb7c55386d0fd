import { transaction } from '#server/database/database.ts'
import {
  checkCode,
  type ProvenCode,
  useCode,
} from '#server/features/accounts/actions/check-code.ts'
import { findOrMakeCustomer } from '#server/features/accounts/actions/find-or-make-customer.ts'
import { bookVisits } from '#server/features/booking/actions/book-visits.ts'
import { guestsOfMailbox } from '#server/features/jobs/actions/booking-caps.ts'
import {
  type DescribedVehicle,
  describeVehicle,
  findOrAddVehicle,
} from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { subnetOf } from '#server/http/client-network.ts'
import { phoneField } from '#server/http/phone-field.ts'
import type { GuestBookingForm } from '#shared/contract/guests.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { phrase } from '#shared/texts/t.ts'
import { isBookedWith } from '../queries.ts'
import { makeGuestLink } from './guest-token.ts'
import { checkVisit } from '#server/features/booking/actions/check-visit.ts'
import { locateAddress, placeOf } from '#server/features/service-area/queries.ts'

type Confirmation = {
  /** The browser's part of the code. */
  ticket: string | undefined
  code: string
  ip: string
}

/**
 * Books for the owner of a verified e-mail, adding the customer if needed; returns the visit and its link's token, which is
 * mailed too. Throws Invalid for a wrong code (see `checkCode`), Conflict with `details.reason` `already_booked` for a used
 * one, and as `bookVisits` and `findOrMakeCustomer` do: then the code stays valid.
 */
export async function confirmGuestBooking(
  form: GuestBookingForm,
  { ticket, code, ip }: Confirmation,
): Promise<{ job: Job; token: string }> {
  try {
    const proven = await checkCode({ ticket, code, ip })
    if (proven.email !== form.email) throw otherAddress()
    const phone = await phoneField(form.phone)
    const vehicle = await describeVehicle(form.vehicle)
    return await book({ ...form, phone }, vehicle, { proven, ticket, ip })
  } catch (error) {
    if (ticket && (await isBookedWith(ticket))) throw alreadyBooked()
    throw error
  }
}

type Proof = Pick<Confirmation, 'ticket' | 'ip'> & { proven: ProvenCode }

function book(form: GuestBookingForm, vehicle: DescribedVehicle, { proven, ticket, ip }: Proof) {
  const { email, name, phone, vehicle: _vehicle, ...booking } = form
  const { scheduledDate, scheduledTime, servicePackageId, addons, seenPrice, ...where } = booking
  const visit = { scheduledDate, scheduledTime, servicePackageId, addons, seenPrice }
  return transaction(async () => {
    await useCode(proven)
    const customer = await findOrMakeCustomer({ email, name, phone })
    const vehicleId = await findOrAddVehicle(customer.id, vehicle)
    const visits = [{ ...visit, vehicleId }]
    const network = subnetOf(ip)
    const limits = { guestNetwork: network, sameMailbox: await guestsOfMailbox(email) }
    const contact = { name, phone }
    const [job] = await bookVisits(customer, { visits, contact, ...where, ...limits })
    if (!job) throw new Error('The visit was not booked.')
    // The booking confirmation mails it too.
    return { job, token: await makeGuestLink(job.id, { ticket: ticket ?? '', network }) }
  })
}

const otherAddress = () =>
  new Invalid(phrase('This code was mailed to another address. Please ask for a new one.'), {
    reason: 'expired',
  })

const alreadyBooked = () =>
  new Conflict(phrase('This visit is already booked. The link to it is in your e-mail.'), {
    reason: 'already_booked',
  })

/** Validates a guest's booking before a code is mailed; never reveals whether the e-mail has an account. */
export async function checkGuestBooking(
  { vehicle, phone, ...visit }: GuestBookingForm,
  ip: string,
): Promise<void> {
  await phoneField(phone)
  const { coordinates, serviceAddress, answer } = await locateAddress(visit.serviceAddress)
  const { latitude = null, longitude = null } = coordinates ?? {}
  const { oilData } = await describeVehicle(vehicle)
  await checkVisit(
    visit,
    { ...vehicle, ...oilData },
    {
      guestNetwork: subnetOf(ip),
      place: await placeOf({ latitude, longitude, serviceAddress }),
      isRequest: answer === 'outside',
    },
  )
}
