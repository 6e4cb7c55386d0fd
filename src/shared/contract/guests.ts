import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { bookingNotes, contactDetails, promotionCode, seenPrice, madeByBooking } from './booking.ts'
import { sixDigits } from './accounts.ts'
import { endpoints } from './endpoint.ts'
import { address, email, localDate, slot, uuid } from './fields.ts'
import { Job } from './jobs.ts'
import { VehicleForm } from './vehicles.ts'

const guestBooking = {
  ...contactDetails,
  email: email(),
  vehicle: VehicleForm,
  scheduledDate: localDate(text('Please select a date')),
  scheduledTime: slot(),
  servicePackageId: z.optional(uuid(text('Please select a service package'))),
  serviceAddress: address,
  ...bookingNotes,
  addons: z.optional(z.array(uuid()).check(z.maxLength(20))),
  seenPrice,
  promotionCode,
}

export const GuestBookingForm = z.strictObject(guestBooking)
export type GuestBookingForm = z.infer<typeof GuestBookingForm>

export const guests = endpoints({
  'POST /api/jobs/{id}/customer-link': {
    summary:
      "The customer's link to a visit, for the office to pass on; it gives a guest access without an account",
    allow: ['admin'],
    changes: [],
    response: z.object({ link: z.string(), isGuest: z.boolean() }),
    errors: [404],
  },
  'POST /api/guest-bookings': {
    summary:
      'Check a booking without an account and mail a code, usable in this browser only; the response is the same with or without an account',
    allow: ['public'],
    changes: [],
    body: GuestBookingForm,
    response: z.object({ success: z.literal(true), expiresInSeconds: z.number() }),
    status: 202,
    errors: [409, 503],
  },
  'POST /api/guest-bookings/confirm': {
    summary:
      "Book with the mailed code; returns the visit and the secret of its link, /guest/{token}. 400 has details.reason wrong (and triesLeft), used_up or expired; 409 has details.availability if the slot is taken, or details.reason 'price', 'promotion', 'already_booked', 'staff', 'guest_visits', 'guest_network', 'cancelled_today', 'visits_without_card' or 'vehicle_day'",
    allow: ['public'],
    changes: madeByBooking,
    body: z.strictObject({ ...guestBooking, code: sixDigits }),
    response: z.object({ job: Job, token: z.string() }),
    status: 201,
    errors: [404, 409],
  },
})
