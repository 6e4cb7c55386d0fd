import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { entryOutcomes, offerOutcomes } from '../rules/waitlist.ts'
import { seenPrice } from './booking.ts'
import { NewCaller } from './callers.ts'
import { endpoints } from './endpoint.ts'
import {
  address,
  calendarDate,
  done,
  inOrder,
  instant,
  localDate,
  money,
  requiredLine,
  slot,
  uuid,
} from './fields.ts'
import { VehicleForm } from './vehicles.ts'

const times = z.array(slot()).check(z.maxLength(36))

export const WaitlistOffer = z.object({
  id: uuid(),
  date: calendarDate,
  time: slot(),
  /** UTC instant until which the time is held. */
  expiresAt: instant,
  state: z.enum(['open', ...offerOutcomes]),
  /** The visit to move; null for one to book. */
  visit: z.nullable(z.object({ id: uuid(), date: calendarDate, time: slot() })),
  vehicle: z.string(),
  packageName: z.string(),
  /** The price of a new visit, tax included; null for one that moves at its price. */
  price: z.nullable(money),
  serviceAddress: z.string(),
})
export type WaitlistOffer = z.infer<typeof WaitlistOffer>

const entry = {
  id: uuid(),
  jobId: z.nullable(uuid()),
  vehicleId: uuid(),
  vehicle: z.string(),
  from: calendarDate,
  to: calendarDate,
  /** Empty for any. */
  times,
  serviceAddress: z.string(),
  createdAt: instant,
}

export const WaitlistEntry = z.object({ ...entry, offer: z.nullable(WaitlistOffer) })
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

export const OfficeWaitlistEntry = z.object({
  ...entry,
  customer: z.object({ id: uuid(), name: z.string() }),
  /** The visit's current time; null for one to book. */
  visit: z.nullable(z.object({ date: calendarDate, time: slot() })),
  /** Null while waiting. */
  outcome: z.nullable(z.enum(entryOutcomes)),
  endedAt: z.nullable(instant),
  /** Newest first. */
  offers: z.array(
    z.object({
      id: uuid(),
      date: calendarDate,
      time: slot(),
      expiresAt: instant,
      state: z.enum(['open', ...offerOutcomes]),
    }),
  ),
})
export type OfficeWaitlistEntry = z.infer<typeof OfficeWaitlistEntry>

export const WaitlistForm = z
  .strictObject({
    jobId: z.optional(uuid()),
    vehicleId: z.optional(uuid(text('Please select a vehicle'))),
    /** Office only: the car's owner, or a new caller and a new car. */
    customerId: z.optional(uuid(text('Please select or enter customer ID'))),
    customer: z.optional(NewCaller),
    vehicle: z.optional(VehicleForm),
    /** Confirms that the new caller is not the customer with the same phone number. */
    isSomebodyElse: z.optional(z.boolean()),
    servicePackageId: z.optional(uuid(text('Please select a service package'))),
    from: localDate(text('Please select a date')),
    to: localDate(text('Please select a date')),
    times: z.optional(times),
    /** Omitted for a visit, which has its own. */
    serviceAddress: z.optional(address),
  })
  .check(inOrder)
export type WaitlistForm = z.infer<typeof WaitlistForm>

/** An offer's id if signed in or using the visit's link; otherwise the secret in the message's link. */
const offer = z.strictObject({
  id: z.string().check(z.minLength(20), z.maxLength(100), z.regex(/^[\w-]+$/, text('Unknown id'))),
})

const reason = requiredLine(text('Please give a reason'), 200)
const answers = ['waitlist', 'availability', 'notifications'] as const

export const waitlist = endpoints(
  {
    'POST /api/waitlist': {
      summary:
        'Wait for an earlier time for a visit (jobId), or for a time to book (vehicleId); admins for a customer, or a new caller and car, added with the entry. 409 has details.reason waiting (already on the list), waitlist_full or known_customer (overridden by isSomebodyElse)',
      allow: ['customer', 'guest', 'admin'],
      changes: ['waitlist', 'customers', 'vehicles'],
      body: WaitlistForm,
      response: WaitlistEntry,
      status: 201,
      errors: [404, 409],
    },
    'GET /api/waitlist': {
      summary: "The caller's open entries with the time held for each; a guest's for their visit",
      allow: ['customer', 'guest'],
      shows: ['waitlist', 'jobs'],
      response: z.array(WaitlistEntry),
    },
    'DELETE /api/waitlist/{id}': {
      summary: 'Stop waiting; a held time is offered to the next. Admins give a reason',
      allow: ['customer', 'guest', 'admin'],
      changes: answers,
      body: z.optional(z.strictObject({ reason: z.optional(reason) })),
      response: done,
      errors: [404],
    },
    'GET /api/admin/waitlist': {
      reads: 'much',
      summary:
        'Everyone who waits, in order, and entries that ended within 14 days, newest first; at most 200 of each',
      allow: ['admin'],
      shows: ['waitlist', 'jobs', 'customers'],
      response: z.array(OfficeWaitlistEntry),
    },
    'PATCH /api/admin/waitlist/{id}': {
      summary: 'Move an entry before another one, or to the end (null), with a reason',
      allow: ['admin'],
      changes: ['waitlist'],
      body: z.strictObject({ before: z.nullable(uuid()), reason }),
      response: done,
      errors: [404, 409],
    },
    'GET /api/waitlist/offers/{id}': {
      summary: "A time offered to the caller, or to the holder of the message's link",
      allow: ['public', 'guest'],
      shows: ['waitlist', 'jobs'],
      params: offer,
      response: WaitlistOffer,
      errors: [404],
    },
    'POST /api/waitlist/offers/{id}/accept': {
      summary:
        "Take the held time: the visit moves, or is booked. 409 if the offer is over or the visit cannot move; details.reason 'price' if the price differs from seenPrice, 'promotion' as when moving a visit",
      allow: ['public', 'guest'],
      changes: [
        ...answers,
        'jobs',
        'vehicles',
        'payments',
        'conversation',
        'position',
        'promotions',
      ],
      params: offer,
      body: z.optional(
        z.strictObject({ seenPrice, promotion: z.optional(z.enum(['keep', 'drop'])) }),
      ),
      /** `path`: the page of the visit, or for entering the card. */
      response: z.object({ jobId: uuid(), path: z.string() }),
      errors: [404, 409],
    },
    'POST /api/waitlist/offers/{id}/decline': {
      summary:
        'Decline the held time, which is offered to the next. The office takes the offer back, with a reason',
      allow: ['public', 'guest'],
      changes: answers,
      params: offer,
      body: z.optional(z.strictObject({ reason: z.optional(reason) })),
      response: done,
      errors: [404, 409],
    },
  },
  'waitlist',
)
