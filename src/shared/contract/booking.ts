import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { detailPlease } from '../rules/contact-details.ts'
import { slotStatuses } from '../rules/slots.ts'
import { endpoints, ics } from './endpoint.ts'
import { typedCode } from './promotions.ts'
import { notDoneReasons } from '../rules/not-done.ts'
import {
  address,
  amount,
  calendarDate,
  localDate,
  neededPhone,
  optionalText,
  phone,
  requiredLine,
  slot,
  uuid,
} from './fields.ts'
import { Job } from './jobs.ts'

export const Day = z.object({
  date: calendarDate,
  /** True if at least one slot can be booked. */
  open: z.boolean(),
  slots: z.array(
    z.object({
      timeSlot: slot(),
      status: z.enum(slotStatuses),
      /** For an address: the drive to it, and up to three times at which a technician is nearby anyway. */
      drive: z.optional(z.enum(['near', 'usual', 'far'])),
      best: z.optional(z.boolean()),
    }),
  ),
})
export type Day = z.infer<typeof Day>

/** The price shown to the customer, add-ons included; at any other price the booking is refused. */
export const seenPrice = z.optional(amount())

const visit = {
  vehicleId: uuid(text('Please select a vehicle')),
  scheduledDate: localDate(text('Please select a date')),
  scheduledTime: slot(text('Please select a time')),
  servicePackageId: z.optional(uuid(text('Please select a service package'))),
  seenPrice,
}
/** A promotion code; `seenPrice` then includes its discount. */
export const promotionCode = z.optional(typedCode)

/** Contact details every booking needs. */
export const contactDetails = {
  name: requiredLine(detailPlease.name, 80),
  phone: neededPhone,
}

const addons = z.optional(z.array(uuid()).check(z.maxLength(20)))
/** One visit of a booking. */
export const visitFields = { ...visit, /** Added to this visit only. */ addons }
export const bookingNotes = {
  accessNotes: optionalText(500),
  customerNotes: optionalText(1000),
}
/** The purchase order; some companies require one. */
export const poNumber = optionalText(40)
/** Office only: whether or not a technician can be there in time. */
const beyondRoad = z.optional(z.boolean())

const booked = {
  serviceAddress: address,
  ...bookingNotes,
  /** Added to every visit. */
  addons,
  /** Name and phone, for accounts that have none yet; saved with the booking. */
  name: z.optional(contactDetails.name),
  phone: z.optional(contactDetails.phone),
  promotionCode,
  /** Admins book for a customer. */
  customerId: z.optional(uuid(text('Please select or enter customer ID'))),
  beyondRoad,
  poNumber,
}

const JobForm = z.strictObject({ ...visit, ...booked })
type JobForm = z.infer<typeof JobForm>

/** Several cars at one address: a slot each, all booked or none. */
export const BookingForm = z.strictObject({
  visits: z.array(z.strictObject(visitFields)).check(z.minLength(1), z.maxLength(5)),
  ...booked,
})
export type BookingForm = z.infer<typeof BookingForm>

export const RescheduleForm = z.strictObject({
  scheduledDate: visit.scheduledDate,
  scheduledTime: slot(),
})

export type RescheduleForm = z.infer<typeof RescheduleForm>

/** `fee`: office only. `seenFee`: the cancellation fee shown to the customer. */
export const CancellationForm = z.strictObject({
  reason: optionalText(500),
  fee: z.optional(amount()),
  seenFee: z.optional(amount()),
})

export const NotDoneForm = z.strictObject({
  reason: z.enum(notDoneReasons, text('Choose a reason first')),
  note: optionalText(1000),
})

/** `reason`: the office's words to the customer. */
export const FeeForm = z.strictObject({
  fee: amount(),
  reason: optionalText(500),
  /** The fee on screen: needed to change a decided one. */
  seenFee: z.optional(amount()),
  /** Asks the customer to approve what is above the fee agreed when booking. */
  askCustomer: z.optional(z.boolean()),
})

const jobDetails = {
  serviceAddress: address,
  accessNotes: z.string().check(z.trim(), z.maxLength(500)),
  customerNotes: z.string().check(z.trim(), z.maxLength(1000)),
  /** The person at the car and their phone; empty for the customer's own. */
  contactName: z.string().check(
    z.trim(),
    z.overwrite((line) => line.replace(/\s+/g, ' ')),
    z.maxLength(80),
  ),
  contactPhone: phone,
  vehicleId: uuid(text('Please select a vehicle')),
}
const discountPlease = text('Enter the discount in dollars, 0 for none')
const seenText = z.optional(z.string().check(z.maxLength(2000)))
const seenLine = z.optional(z.string().check(z.maxLength(100)))

/** Omitted fields stay unchanged; empty notes clear them. */
export const JobDetailsForm = z
  .strictObject({
    ...z.partial(z.strictObject(jobDetails)).shape,
    /** Dollars off the price, replacing the previous discount; 0 for none. `reason` is shown to the customer. */
    discount: z.optional(amount(discountPlease)),
    reason: z.optional(requiredLine(text('Please give a reason'), 200)),
    beyondRoad,
    /** The values on screen: refused if someone has changed them since. */
    seen: z.optional(
      z.strictObject({
        serviceAddress: seenText,
        accessNotes: seenText,
        customerNotes: seenText,
        contactName: seenLine,
        contactPhone: seenLine,
        vehicleId: seenText,
        /** The visit's cost on screen: a discount is refused if it has changed. */
        finalAmount: z.optional(amount()),
      }),
    ),
  })
  .check(
    z.refine(({ discount, reason }) => discount === undefined || reason !== undefined, {
      message: text('Please give a reason'),
      path: ['reason'],
    }),
  )
export type JobDetailsForm = z.infer<typeof JobDetailsForm>

/** The things that a booking changes. */
export const madeByBooking = [
  'jobs',
  'availability',
  'vehicles',
  'payments',
  'notifications',
  'customers',
  'promotions',
] as const
const madeByCancelling = [
  'jobs',
  'availability',
  'vehicles',
  'payments',
  'conversation',
  'position',
  'notifications',
  'promotions',
] as const

export const booking = endpoints({
  'GET /api/availability': {
    summary:
      'Days with their times; at most 100 days, no personal data. For an address only times at which a technician can be there are open, for as long as the package takes. `jobId`: a visit of the caller that is to be moved, whose own time counts as free. Times beside other visits of the caller at the address, or for the office of `customerId`, are the best',
    allow: ['public', 'guest'],
    shows: ['availability', 'settings'],
    query: z.strictObject({
      from: z.optional(localDate()),
      to: z.optional(localDate()),
      address: z.optional(address),
      servicePackageId: z.optional(uuid()),
      jobId: z.optional(uuid()),
      customerId: z.optional(uuid()),
    }),
    response: z.array(Day),
    errors: [404],
  },
  'POST /api/jobs': {
    summary:
      "Book one visit. An account without name or phone number sends them along, else 400 has details.fields. 409 has details.availability if the slot is taken, or details.reason 'price' (and price) if the price differs from seenPrice, 'promotion' if promotionCode gives no discount or a different price than seenPrice, 'visits_without_card' (and jobId, the visit to add a card to), 'cancelled_today', 'vehicle_day' or 'travel' if no technician can be there in time (the office may book it with beyondRoad)",
    allow: ['customer', 'admin'],
    changes: [...madeByBooking, 'account'],
    body: JobForm,
    response: Job,
    status: 201,
    errors: [404, 409],
    idempotent: 'by the verb',
  },
  'POST /api/bookings': {
    summary: 'Book visits for several vehicles, a slot each; all are booked or none',
    allow: ['customer', 'admin'],
    changes: [...madeByBooking, 'account'],
    body: BookingForm,
    maxBytes: 32_768,
    response: z.array(Job),
    status: 201,
    errors: [404, 409],
    idempotent: 'by the verb',
  },
  'PATCH /api/jobs/{id}': {
    summary:
      "Change a visit's address, notes, contact or car, or give a discount with a reason, until it is completed. A discount replaces the previous one and cannot exceed the price; 409 has details.reason 'stale' if the price differs from seen.finalAmount. If other values differ from `seen`, 409 has details.reason 'changed', who changed them (by) and the visit's current details (now). Customers may change address and notes of their own visits while they could still move them, within the service area",
    allow: ['customer', 'guest', 'admin'],
    changes: ['jobs', 'vehicles', 'payments', 'notifications'],
    body: JobDetailsForm,
    maxBytes: 32_768,
    response: Job,
    errors: [404, 409],
  },
  'POST /api/jobs/{id}/cancel': {
    summary:
      "Cancel a visit; an open hold is released. The office may charge a fee within the policy; a customer who cancels late pays the policy's fee, and 409 has details.reason 'fee' and details.fee if it differs from seenFee",
    allow: ['customer', 'guest', 'admin'],
    changes: madeByCancelling,
    body: CancellationForm,
    response: Job,
    errors: [404, 409],
  },
  'POST /api/jobs/{id}/not-done': {
    summary:
      "End a visit as not done; its hold stays for the office's decision on a fee, at most 48 hours",
    allow: ['technician', 'admin'],
    changes: madeByCancelling,
    body: NotDoneForm,
    response: Job,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'POST /api/jobs/{id}/fee': {
    summary:
      "Set the fee of a visit that was cancelled or could not be done, 0 for none; again with a reason and the fee on screen in seenFee. Up to what was agreed when booking it is charged; with askCustomer the rest becomes an extra that waits for the customer's approval. 409 has details.reason 'fee' and details.fee if seenFee differs",
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    body: FeeForm,
    response: Job,
    errors: [404, 409],
  },
  'POST /api/jobs/{id}/reschedule': {
    summary:
      "Move a visit to another slot, keeping job and payment. The office may assign a technician in the same step (null: unassign). If time or technician differ from `seen`, 409 has details.reason 'changed', by and now; if the technician may not take it, 409 has details.reason 'technician' and why (refusal); if the customer has moved visits too often that day, details.reason is 'moved_today'; if its promotion code is not valid on that day, or ended with a move and is for it again (restores), 'promotion' with the other price, until `promotion` says what happens to the code",
    allow: ['customer', 'guest', 'admin'],
    changes: ['jobs', 'availability', 'payments', 'conversation', 'position', 'notifications'],
    body: z.strictObject({
      ...RescheduleForm.shape,
      /** Office only. */
      technicianId: z.optional(z.nullable(uuid())),
      /** For a visit whose promotion code is not valid on the new day: moves without it, or (office only) keeps it. For one that is valid again: uses it (keep), or not. */
      promotion: z.optional(z.enum(['keep', 'drop'])),
      beyondRoad,
      seen: z.optional(
        z.strictObject({
          scheduledDate: localDate(),
          scheduledTime: slot(),
          technicianId: z.optional(z.nullable(uuid())),
        }),
      ),
    }),
    response: Job,
    errors: [404, 409],
  },
  'POST /api/jobs/{id}/assign': {
    summary:
      "Assign a technician; null unassigns. Also confirms a request. If the technician or time differ from `seen`, 409 has details.reason 'changed' and by; if they may not take it, 409 has details.reason 'technician' and why (refusal)",
    allow: ['admin'],
    changes: ['jobs', 'availability', 'conversation', 'position', 'notifications'],
    body: z.strictObject({
      technicianId: z.nullable(uuid()),
      beyondRoad,
      seen: z.optional(
        z.strictObject({
          technicianId: z.nullable(uuid()),
          scheduledDate: z.optional(localDate()),
          scheduledTime: z.optional(slot()),
        }),
      ),
    }),
    response: Job,
    errors: [404, 409],
  },
  'PUT /api/jobs/{id}/lock': {
    summary:
      "Lock a visit to its technician and time, or remove the lock: while it is locked, moving or reassigning it is 409 with details.reason 'locked', and nothing that plans the day changes it. 409 without a technician",
    allow: ['admin'],
    changes: ['jobs'],
    body: z.strictObject({ locked: z.boolean() }),
    response: Job,
    errors: [404, 409],
  },
  'POST /api/jobs/{id}/confirm': {
    summary:
      'Confirm a visit outside the service area; it then takes a seat, and 409 if its time is full, blocked or past. The customer is notified',
    allow: ['admin'],
    changes: ['jobs', 'availability', 'notifications'],
    body: z.optional(z.strictObject({ beyondRoad })),
    response: Job,
    errors: [404, 409],
  },
  'GET /api/admin/requests': {
    reads: 'much',
    summary: 'Requests awaiting the office, by requested time; at most 100',
    allow: ['admin'],
    shows: ['jobs'],
    response: z.array(Job),
  },
  'GET /api/jobs/{id}/calendar.ics': {
    summary: 'The visit as a calendar file; after a change it updates the same event',
    allow: ['customer', 'guest', 'technician', 'admin'],
    shows: ['jobs'],
    response: ics,
    errors: [404],
  },
})
