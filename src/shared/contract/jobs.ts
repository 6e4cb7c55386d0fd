import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { checklistIds } from '../rules/checklist.ts'
import { minQuarts, maxMiles, maxQuarts } from '../rules/measurements.ts'
import { notDoneReasons } from '../rules/not-done.ts'
import { usedCategories } from '../rules/catalog.ts'
import { jobStatuses, technicianLocks } from '../rules/jobs.ts'
import { maxPsi, tireDeclines, wheels } from '../rules/tires.ts'
import { recordedMethods } from '../rules/recorded-payments.ts'
import { paymentStates, paymentStatuses } from '../rules/payments.ts'
import {
  calendarDate,
  instant,
  localDate,
  money,
  oilType,
  optionalText,
  page,
  paidAmount,
  uuid,
} from './fields.ts'
import { JobAddon } from './charges.ts'
import { Cost } from './costs.ts'
import { endpoints } from './endpoint.ts'

const Contact = z.object({ id: z.string(), name: z.string(), phone: z.string() })

const pressurePlease = text('Please enter a pressure from 0 to 150 psi')
const psi = z
  .number(pressurePlease)
  .check(z.minimum(0, pressurePlease), z.maximum(maxPsi, pressurePlease))

/** The four pressures in psi (front left, front right, rear left, rear right), or why they were not measured. */
export const Tires = z
  .strictObject({
    psi: z.optional(z.array(psi).check(z.length(wheels.length, pressurePlease))),
    declined: z.optional(z.enum(tireDeclines)),
  })
  .check(
    z.refine(
      ({ psi: measured, declined }) => (measured === undefined) !== (declined === undefined),
      text('Enter the four pressures, or why they were not measured'),
    ),
  )

/** What work on an engine needs to know; empty if unknown. */
export const EngineWork = z.object({
  /** A filter that fits, by brand and part number: "Fram PH7317". */
  filters: z.array(z.string()),
  /** Foot-pounds. */
  drainPlugTorque: z.nullable(z.number()),
  drainPlugWasher: z.string(),
  /** How its oil light is reset. */
  oilReset: z.string(),
})
export type EngineWork = z.infer<typeof EngineWork>

/** The product of a category that a visit's package uses, the one really used, and what can be chosen. */
const ProductChoice = z.object({
  category: z.enum(usedCategories),
  plannedId: z.string(),
  usedId: z.string(),
  choices: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type ProductChoice = z.infer<typeof ProductChoice>

export const Job = z.object({
  id: z.string(),
  number: z.string(),
  /**
   * Null for a technician before claiming the visit and from a day after it. For them name, phone, plate and notes are
   * empty, and the address is only city and ZIP.
   */
  customerId: z.nullable(z.string()),
  technicianId: z.nullable(z.string()),
  /** For the office, while it stays with its technician: locked by hand, or promised at booking. */
  technicianLock: z.optional(z.enum(technicianLocks)),
  vehicleId: z.string(),
  servicePackageId: z.string(),
  servicePackageName: z.string(),
  oilType,
  /** Set for a finished visit from an imported file: it has no time, and no money moved here. */
  imported: z.optional(z.literal(true)),
  scheduledDate: calendarDate,
  /** Empty for an imported visit. */
  scheduledTime: z.string(),
  startsAt: instant,
  serviceAddress: z.string(),
  /** How to get to the vehicle; empty for a technician who has not claimed the visit. */
  accessNotes: z.string(),
  /** The purchase order of a company's visit. */
  poNumber: z.optional(z.string()),
  /** The address's location, as exact as known; null for a technician who has not claimed the visit. */
  coordinates: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  /** How long a technician stays. */
  minutes: z.number(),
  /** The address is outside the service area, so the office must confirm the visit. */
  needsConfirmation: z.boolean(),
  status: z.enum(jobStatuses),
  /** The package price. */
  totalAmount: money,
  addonsAmount: money,
  extrasAmount: money,
  /** The visit's current cost, after adjustments and refunds; 0.00 if cancelled without a fee. */
  finalAmount: money,
  cost: Cost,
  customerNotes: z.string(),
  technicianNotes: z.string(),
  communicationActive: z.boolean(),
  addons: z.array(JobAddon),
  vehicle: z.object({
    year: z.string(),
    make: z.string(),
    model: z.string(),
    licensePlate: z.string(),
    engine: z.nullable(z.string()),
    oilCapacity: z.nullable(z.number()),
    /** A company's own number for it. */
    unitNumber: z.nullish(z.string()),
  }),
  /**
   * The contact person at the vehicle. `accountName`, for the office: the account's name, if the contact has another. The e-mail is for the office only, else null. `isUnreached`, for the office and the visit's technician: neither e-mail
   * nor SMS reaches them.
   */
  customer: z.extend(Contact, {
    email: z.nullable(z.string()),
    isUnreached: z.optional(z.boolean()),
    accountName: z.optional(z.string()),
  }),
  /** The contact's name and phone where they differ from the account's; empty otherwise, and for anyone but the office. */
  contactName: z.string(),
  contactPhone: z.string(),
  /** Customers get the first name only. */
  technician: z.nullable(z.extend(Contact, { photoUrl: z.optional(z.string()) })),
  /** Read by the technician during the visit. */
  odometerMiles: z.nullable(z.number()),
  /** Quarts of new oil measured by the technician. */
  filledQuarts: z.nullable(z.number()),
  /** Pressures measured by the technician, or why they were not. */
  tires: z.nullable(Tires),
  /** For the technician and the office, while completing the visit makes a receipt that follows a state's rules. */
  receipt: z.optional(z.object({ needsTires: z.boolean() })),
  /** The car's last odometer reading, for the visit's technician when one visit is read. */
  lastReading: z.optional(z.object({ date: calendarDate, miles: z.number() })),
  /** The company requires an odometer reading to complete the visit. */
  needsOdometer: z.optional(z.boolean()),
  /** Facts for work on the car's engine, for the visit's technician, when one visit is read. */
  engineWork: z.optional(EngineWork),
  /** The same for the package's oil and filter where another product can be used instead. */
  productChoices: z.optional(z.array(ProductChoice)),
  /** The report of its inspection, which opens without signing in, in its customer's lists. */
  reportPath: z.optional(z.string()),
  checklist: z.array(z.enum(checklistIds)),
  paymentStatus: z.enum(paymentStatuses),
  paymentState: z.enum(paymentStates),
  /** Its invoice once issued, for its customer and the office. */
  invoice: z.optional(z.object({ number: z.string(), dueOn: calendarDate })),
  /** Amount held on the card, while a hold is open. */
  heldAmount: z.nullable(money),
  /** Charged minus refunded. */
  paidAmount: money,
  createdAt: instant,
  startedAt: z.nullable(instant),
  completedAt: z.nullable(instant),
  /** When it reached the server: later, if the technician was offline. */
  startedReceivedAt: z.nullable(instant),
  completedReceivedAt: z.nullable(instant),
  cancelReason: z.nullable(z.string()),
  /** `not_done`: cancelled because the service could not be done. */
  outcome: z.nullable(z.enum(['not_done'])),
  /** Why it could not be done; the technician's note is for the business only. */
  notDone: z.nullable(z.object({ reason: z.enum(notDoneReasons), note: z.string() })),
  /** The fee policy at booking: the fee for cancelling after an instant, and the maximum for a visit not done. */
  fees: z.object({
    cancelFee: money,
    cancelFeeWithinHours: z.number(),
    cancelFreeUntil: instant,
    notDoneFee: money,
  }),
  /** Deadline and maximum of a fee the office may decide on; null without a pending decision. */
  feeDecision: z.nullable(z.object({ until: instant, maxFee: money })),
  /** The highest fee the customer of a cancelled visit agreed to; null for other visits. */
  agreedFee: z.nullable(money),
  /** Whether the calling customer has already rated the visit. */
  reviewed: z.boolean(),
})
export type Job = z.infer<typeof Job>

/** A technician's mean rating with one decimal, and the number of ratings. */
export const TechnicianRating = z.object({ mean: z.number(), count: z.number() })
export type TechnicianRating = z.infer<typeof TechnicianRating>

/** Blank notes clear saved ones. */
const NotesForm = z.strictObject({
  technicianNotes: z.string(text('Please write a note first')).check(z.trim(), z.maxLength(4000)),
})

export const ReceivedForm = z.strictObject({
  amount: paidAmount,
  method: z.enum(recordedMethods, text('Choose how it was paid')),
  /** A check number or the like. */
  reference: optionalText(100),
})

export const Measurements = z.strictObject({
  odometerMiles: z.optional(
    z
      .int(text('Please enter whole miles'))
      .check(
        z.minimum(0, text('Please enter whole miles')),
        z.maximum(maxMiles, text('Please check the miles')),
      ),
  ),
  filledQuarts: z.optional(
    z
      .number(text('Please enter the quarts'))
      .check(
        z.minimum(minQuarts, text('Please check the quarts')),
        z.maximum(maxQuarts, text('Please check the quarts')),
      ),
  ),
  tires: z.optional(Tires),
  /** The oil and the filter really used, one product each. */
  usedProducts: z.optional(z.array(uuid()).check(z.maxLength(usedCategories.length))),
  /** For miles of ten times the last reading or more. */
  confirmed: z.optional(z.boolean()),
})

export const jobs = endpoints({
  'GET /api/jobs/customer': {
    reads: 'much',
    summary: 'Own jobs, newest service date first',
    allow: ['customer', 'guest'],
    shows: ['jobs'],
    query: z.strictObject(page),
    response: z.array(Job),
    errors: [404],
  },
  'GET /api/jobs/technician': {
    reads: 'much',
    summary: 'Own assigned jobs, in order of their start',
    allow: ['technician'],
    shows: ['jobs'],
    response: z.array(Job),
  },
  'GET /api/jobs/unassigned': {
    reads: 'much',
    summary: 'Jobs a technician may claim, if the operator allows it',
    allow: ['technician'],
    shows: ['jobs', 'settings', 'technicians'],
    response: z.array(Job),
  },
  'GET /api/jobs/today': {
    reads: 'much',
    summary: 'Jobs of a day (today), tomorrow or the week; all for an admin, own for a technician',
    allow: ['technician', 'admin'],
    shows: ['jobs'],
    query: z.strictObject({ range: z.optional(z.enum(['today', 'tomorrow', 'week'])) }),
    response: z.array(Job),
  },
  'GET /api/admin/jobs': {
    reads: 'much',
    summary: 'Jobs of one date, for the day board',
    allow: ['admin'],
    shows: ['jobs'],
    query: z.strictObject({ date: localDate() }),
    response: z.array(Job),
  },
  'GET /api/jobs/{id}': {
    summary: 'One job',
    allow: ['customer', 'guest', 'technician', 'admin'],
    shows: ['jobs'],
    response: Job,
    errors: [404],
  },
  'GET /api/jobs/{id}/technician-rating': {
    summary:
      "Rating of an own visit's technician, until the visit is over; null without a technician or reviews",
    allow: ['customer', 'guest'],
    shows: ['jobs', 'reviews'],
    response: z.nullable(TechnicianRating),
    errors: [404],
  },
  'POST /api/jobs/{id}/claim': {
    summary: 'Claim a job from the unassigned queue',
    allow: ['technician'],
    changes: ['jobs', 'notifications'],
    response: Job,
    errors: [404, 409],
  },
  'PATCH /api/jobs/{id}/status': {
    summary:
      'Start or complete the work; completing settles the payment in the background. `received` records a payment made to the technician; 409 has details.reason "not_recording" if technicians may not, "tires" while the receipt needs the tire pressures or why they were not measured, "estimate" while extras wait for the customer and `leaveOut` does not name them',
    allow: ['technician', 'admin'],
    changes: [
      'jobs',
      'extras',
      'vehicles',
      'photos',
      'payments',
      'conversation',
      'position',
      'notifications',
    ],
    body: z
      .strictObject({
        status: z.enum(['in_progress', 'completed']),
        technicianNotes: optionalText(4000),
        /** Paid to the technician, in full or in part: recorded with the completion. */
        received: z.optional(ReceivedForm),
        /** Saved with the completion. */
        tires: z.optional(Tires),
        /** Unanswered extras that are not charged; without them completing is refused while any wait. */
        leaveOut: z.optional(z.array(uuid()).check(z.maxLength(50))),
      })
      .check(
        z.refine(
          ({ status, received }) => status === 'completed' || received === undefined,
          text('A payment is recorded while completing a visit'),
        ),
        z.refine(
          ({ status, tires }) => status === 'completed' || tires === undefined,
          text('Tires are recorded during a visit'),
        ),
      ),
    response: Job,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'PUT /api/jobs/{id}/checklist': {
    summary:
      "Save the checked items. With `seen`, the items checked on screen before, only differences from it change, so others' checks stay",
    allow: ['technician', 'admin'],
    changes: ['jobs'],
    body: z.strictObject({
      items: z.array(z.enum(checklistIds)),
      seen: z.optional(z.array(z.enum(checklistIds))),
    }),
    response: Job,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'PUT /api/jobs/{id}/notes': {
    summary: "Save the technician's notes",
    allow: ['technician', 'admin'],
    changes: ['jobs'],
    body: NotesForm,
    response: Job,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'PUT /api/jobs/{id}/measurements': {
    summary:
      "Save the technician's measurements; omitted ones stay unchanged. 409 has details.reason 'confirm' for miles of ten times the last reading or more without `confirmed`",
    allow: ['technician', 'admin'],
    changes: ['jobs', 'vehicles'],
    body: Measurements,
    response: Job,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
})
