import * as z from 'zod/mini'
import {
  BookingForm,
  bookingNotes,
  contactDetails,
  madeByBooking,
  poNumber,
  visitFields,
} from './booking.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate, email, names, neededPhone, uuid } from './fields.ts'
import { Job } from './jobs.ts'
import { FoundCustomer, FoundVehicle } from './search.ts'
import { VehicleForm } from './vehicles.ts'

const { id, year, make, model, licensePlate } = FoundVehicle.shape

/** A customer who may be calling, with details to tell similar ones apart. */
export const Caller = z.object({
  ...FoundCustomer.shape,
  /** Newest first, at most ten. */
  cars: z.array(z.object({ id, year, make, model, licensePlate })),
  /** The latest visit that is not cancelled, upcoming ones included. */
  lastVisit: z.nullable(z.object({ date: calendarDate, address: z.string() })),
  /** Neither e-mail nor SMS reaches them. */
  isUnreached: z.optional(z.boolean()),
  /** Bookings for them ask for no card. */
  paysByInvoice: z.boolean(),
})
export type Caller = z.infer<typeof Caller>

/** A first-time caller. Without an e-mail they are texted, if they agree. */
export const NewCaller = z.strictObject({
  ...names,
  email: z.optional(email()),
  phone: neededPhone,
  agreesToTexts: z.optional(z.boolean()),
})
export type NewCaller = z.infer<typeof NewCaller>

const wanted = BookingForm.shape

/** Every visit has a customer's car (`vehicleId`) or a new one (`vehicle`), and the booking a known or new customer. */
export const CallerBookingForm = z.strictObject({
  customerId: wanted.customerId,
  customer: z.optional(NewCaller),
  visits: z
    .array(
      z.strictObject({
        ...visitFields,
        vehicleId: z.optional(visitFields.vehicleId),
        vehicle: z.optional(VehicleForm),
        /** The chosen technician; assigned as usual if omitted. */
        technicianId: z.optional(uuid()),
      }),
    )
    .check(z.minLength(1), z.maxLength(5)),
  serviceAddress: wanted.serviceAddress,
  ...bookingNotes,
  poNumber,
  promotionCode: wanted.promotionCode,
  /** Details missing from a known customer's account. */
  name: z.optional(contactDetails.name),
  phone: z.optional(contactDetails.phone),
  /** Confirms that the new customer is not the existing one with the same phone number. */
  isSomebodyElse: z.optional(z.boolean()),
  /** Lets the office exceed the booking caps for customers. */
  beyondLimits: z.optional(z.boolean()),
  beyondRoad: wanted.beyondRoad,
})
export type CallerBookingForm = z.infer<typeof CallerBookingForm>

/** Where the confirmation is sent; null for an unused channel. */
const ConfirmationSentTo = z.object({ email: z.nullable(z.string()), sms: z.nullable(z.string()) })
export type ConfirmationSentTo = z.infer<typeof ConfirmationSentTo>

export const callers = endpoints({
  'GET /api/admin/callers': {
    reads: 'much',
    summary:
      "Possible callers: customers by name, e-mail, phone, plate, VIN or the start of a visit's address; at most eight, none for less than two letters",
    allow: ['admin'],
    shows: ['customers', 'vehicles', 'jobs'],
    query: z.strictObject({ q: z.string().check(z.maxLength(100)) }),
    response: z.array(Caller),
  },
  'GET /api/admin/callers/{id}': {
    summary: 'One customer with their visits, latest first, at most 50',
    allow: ['admin'],
    shows: ['customers', 'vehicles', 'jobs'],
    response: z.object({ caller: Caller, visits: z.array(Job) }),
    errors: [404],
  },
  'POST /api/admin/bookings': {
    summary:
      "Book for a caller, who may be new and have new cars: customer, cars and visits are created together or not at all. 409 has details.availability if a slot is taken, or details.reason 'known_customer' with details.customers (overridden by isSomebodyElse unless the e-mail is theirs), 'visits_without_card' or 'vehicle_day' (overridden by beyondLimits)",
    allow: ['admin'],
    changes: madeByBooking,
    body: CallerBookingForm,
    maxBytes: 32_768,
    response: z.object({ jobs: z.array(Job), confirmation: ConfirmationSentTo }),
    status: 201,
    errors: [404, 409],
    idempotent: 'in transaction',
  },
})
