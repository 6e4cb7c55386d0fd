import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import {
  CancellationForm,
  bookingNotes,
  contactDetails,
  PlaceForm,
  promotionCode,
  RescheduleForm,
  seenPrice,
} from './booking.ts'
import { sixDigits } from './accounts.ts'
import { Communication, MessageForm } from './conversation.ts'
import { endpoints, pdf } from './endpoint.ts'
import { address, email, idParams, localDate, slot, uuid } from './fields.ts'
import { extraDecision, JobExtra } from './charges.ts'
import { Job, TechnicianRating } from './jobs.ts'
import { CardAnswer, cardFields, PaymentDue, TipAnswer, tipFields } from './payments.ts'
import { Position } from './positions.ts'
import { Receipt } from './receipts.ts'
import { ReviewForm } from './reviews.ts'
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

/** The secret of a guest's link; whatever is not one answers 404. */
const token = z.string().check(z.maxLength(200))
const GuestVisit = z.object({
  job: Job,
  due: PaymentDue,
  /** Where the technician is, while they share it on the way. */
  position: z.nullable(Position),
  /** Of the technician, until the visit is over. */
  technicianRating: z.nullable(TechnicianRating),
  /** What was charged on top, and what the customer is asked about. */
  extras: z.array(JobExtra),
})

const { message, clientId } = MessageForm.shape

export const guests = endpoints({
  'POST /api/jobs/{id}/customer-link': {
    summary:
      'The link by which the customer of a visit gets to it, for the office to pass on; a guest gets in by it without an account',
    allow: ['admin'],
    changes: [],
    params: idParams,
    response: z.object({ link: z.string(), isGuest: z.boolean() }),
    errors: [404],
  },
  'POST /api/guest-bookings': {
    summary:
      'Check a booking without an account and mail a code, usable in this browser only; the answer is the same with and without an account',
    allow: ['public'],
    changes: [],
    body: GuestBookingForm,
    response: z.object({ success: z.literal(true), expiresInSeconds: z.number() }),
    status: 202,
    errors: [409, 503],
  },
  'POST /api/guest-bookings/confirm': {
    summary:
      "Book with the mailed code; answers the visit and the secret of its link, /guest/{token}. 400 has details.reason wrong (and triesLeft), used_up or expired; 409 has details.availability when the slot is gone, or details.reason 'price', 'promotion', 'already_booked', 'staff', 'guest_visits', 'guest_network', 'visits_without_card' or 'vehicle_day'",
    allow: ['public'],
    changes: [
      'jobs',
      'availability',
      'vehicles',
      'payments',
      'notifications',
      'customers',
      'promotions',
    ],
    body: z.strictObject({ ...guestBooking, code: sixDigits }),
    response: z.object({ job: Job, token: z.string() }),
    status: 201,
    errors: [404, 409],
  },
  'POST /api/guest-links/visit': {
    summary: "The visit that a guest's link opens, and what is due for it",
    allow: ['public'],
    // Reads by POST, so that the link's secret stands in no address that is logged.
    shows: ['jobs', 'extras', 'payments', 'position', 'reviews'],
    changes: [],
    body: z.strictObject({ token }),
    response: GuestVisit,
    errors: [404],
  },
  'POST /api/guest-links/cancel': {
    summary:
      "Cancel the visit that a guest's link opens; late it costs what the policy says, and 409 has details.reason 'fee' and details.fee when that is not seenFee",
    allow: ['public'],
    changes: [
      'jobs',
      'availability',
      'vehicles',
      'payments',
      'conversation',
      'position',
      'notifications',
    ],
    body: z.strictObject({ token, seenFee: CancellationForm.shape.seenFee }),
    response: GuestVisit,
    errors: [404, 409],
  },
  'POST /api/guest-links/reschedule': {
    summary:
      "Move the visit that a guest's link opens; same visit, same payment. 409 has details.availability when the slot is gone",
    allow: ['public'],
    changes: ['jobs', 'availability', 'payments', 'conversation', 'position', 'notifications'],
    body: z.strictObject({ token, ...RescheduleForm.shape }),
    response: GuestVisit,
    errors: [404, 409],
  },
  'POST /api/guest-links/change-place': {
    summary:
      "Change where the visit is that a guest's link opens, and how to get to the car, as long as it could be moved",
    allow: ['public'],
    changes: ['jobs', 'payments', 'notifications'],
    body: z.strictObject({ token, ...PlaceForm.shape }),
    response: GuestVisit,
    errors: [404, 409],
  },
  'POST /api/guest-links/receipt': {
    summary: "The receipt of the visit that a guest's link opens, once it is completed",
    allow: ['public'],
    shows: ['jobs', 'payments'],
    changes: [],
    body: z.strictObject({ token }),
    response: Receipt,
    errors: [404, 409],
  },
  'POST /api/guest-links/receipt.pdf': {
    summary: 'The same to keep or print',
    allow: ['public'],
    shows: ['jobs', 'payments'],
    changes: [],
    body: z.strictObject({ token }),
    response: pdf,
    errors: [404, 409],
  },
  'POST /api/guest-links/invoice.pdf': {
    summary: 'The invoice of a visit that is paid by invoice, once it is issued',
    allow: ['public'],
    shows: ['jobs', 'payments'],
    changes: [],
    body: z.strictObject({ token }),
    response: pdf,
    errors: [404, 409],
  },
  'POST /api/guest-links/review': {
    summary: "Rate the completed visit that a guest's link opens, once",
    allow: ['public'],
    changes: ['jobs', 'reviews'],
    body: z.strictObject({ token, ...ReviewForm.shape }),
    response: GuestVisit,
    status: 201,
    errors: [404, 409],
  },
  'POST /api/guest-links/conversation': {
    summary: "The conversation about the visit that a guest's link opens, oldest first",
    allow: ['public'],
    shows: ['conversation'],
    changes: [],
    body: z.strictObject({ token }),
    response: z.array(Communication),
    errors: [404],
  },
  'POST /api/guest-links/send-message': {
    summary:
      "Write to the technician of the visit that a guest's link opens, while communication is active; once per clientId",
    allow: ['public'],
    changes: ['conversation', 'notifications'],
    body: z.strictObject({ token, message, clientId }),
    response: Communication,
    status: 201,
    errors: [404, 409],
  },
  'POST /api/guest-links/decide-extra': {
    summary: "Say yes or no to an extra of the visit that a guest's link opens",
    allow: ['public'],
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    body: z.strictObject({ token, extraId: uuid(), ...extraDecision }),
    response: GuestVisit,
    errors: [404, 409],
  },
  'POST /api/guest-links/pre-authorize': {
    summary: "Hold what is due for the visit that a guest's link opens",
    allow: ['public'],
    changes: ['jobs', 'payments'],
    body: z.strictObject({ token, ...cardFields }),
    response: CardAnswer,
    errors: [404, 409, 503],
  },
  'POST /api/guest-links/tip': {
    summary:
      "Give the technician of the visit that a guest's link opens a tip, once: charged to the card that paid, or to that of sourceId",
    allow: ['public'],
    changes: ['jobs', 'payments', 'technicians'],
    body: z.strictObject({ token, ...tipFields }),
    response: TipAnswer,
    errors: [404, 409, 503],
  },
  'POST /api/guest-links/process': {
    summary: "Pay what is due for the visit that a guest's link opens",
    allow: ['public'],
    changes: ['jobs', 'payments'],
    body: z.strictObject({ token, ...cardFields }),
    response: CardAnswer,
    errors: [404, 409, 503],
  },
})
