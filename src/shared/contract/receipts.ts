import * as z from 'zod/mini'
import { productConditions } from '../rules/catalog.ts'
import { checklistIds } from '../rules/checklist.ts'
import { jobStatuses } from '../rules/jobs.ts'
import { paymentStates } from '../rules/payments.ts'
import { movementKinds } from '../rules/receipts.ts'
import { productGaps } from '../rules/receipt-rules.ts'
import { recordedMethods } from '../rules/recorded-payments.ts'
import { Cost } from './costs.ts'
import { endpoints, pdf } from './endpoint.ts'
import { addressState, calendarDate, instant, money, oilType } from './fields.ts'
import { reportLink } from './inspections.ts'
import { NamedCard } from './payments.ts'
import { Tires } from './jobs.ts'
import { Photo } from './photos.ts'

/** A ledger entry about the visit's money. */
const Movement = z.object({
  kind: z.enum(movementKinds),
  amount: money,
  at: instant,
  card: z.nullable(NamedCard),
  /** How it was paid, if not by card. */
  method: z.nullable(z.enum(recordedMethods)),
  pending: z.boolean(),
})

/** Recorded work on the car; empty where nothing was recorded. */
const Work = z.object({
  /** Null without a completed service. */
  oilType: z.nullable(oilType),
  /** From the name of the oil taken from stock, `5W-30`. */
  oilGrade: z.nullable(z.string()),
  filledQuarts: z.nullable(z.number()),
  odometerMiles: z.nullable(z.number()),
  /** Names of the filters taken from stock. */
  filters: z.array(z.string()),
  checklist: z.array(z.enum(checklistIds)),
  photos: z.array(Photo),
})

/** The receipt details by the business's profile at completion. Texts are empty if unknown. */
const Profile = z.object({
  registrationNumber: z.string(),
  /** The first name. */
  technician: z.string(),
  vin: z.string(),
  parts: z.array(
    z.object({
      name: z.string(),
      quantity: z.number(),
      brand: z.string(),
      viscosity: z.string(),
      serviceCategory: z.string(),
      partNumber: z.string(),
      condition: z.enum(productConditions.map(({ value }) => value)),
    }),
  ),
  tires: z.nullable(Tires),
  /** Of the lines, before adjustments; null where the profile leaves parts and labor together. */
  subtotals: z.nullable(z.object({ parts: money, labor: money })),
  warranty: z.string(),
  nextService: z.object({
    on: z.nullable(calendarDate),
    miles: z.nullable(z.number()),
    words: z.string(),
  }),
})

/** A visit's cost line by line, and its payments. Amounts are dollars. */
export const Receipt = z.object({
  jobId: z.string(),
  number: z.string(),
  status: z.enum(jobStatuses),
  paymentState: z.enum(paymentStates),
  business: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    /** IANA zone for displaying the instants below. */
    timeZone: z.string(),
  }),
  customerName: z.string(),
  vehicle: z.object({
    year: z.string(),
    make: z.string(),
    model: z.string(),
    licensePlate: z.string(),
  }),
  serviceAddress: z.string(),
  scheduledDate: calendarDate,
  scheduledTime: z.string(),
  bookedAt: instant,
  completedAt: z.nullable(instant),
  cancelledAt: z.nullable(instant),
  lines: z.array(
    z.object({
      kind: z.enum(['package', 'addon', 'extra', 'fee', 'discount']),
      name: z.string(),
      quantity: z.number(),
      unitPrice: money,
      amount: money,
    }),
  ),
  /** The lines sum to `cost.lines`; with adjustments to `cost.amount`. */
  cost: Cost,
  work: Work,
  /** Null for visits completed without a receipt profile. */
  profile: z.nullable(Profile),
  /** The ledger entries in order. Charges minus refunds and recorded payments are `cost.paid`. */
  movements: z.array(Movement),
})
export type Receipt = z.infer<typeof Receipt>

const ReceiptGap = z.object({
  kind: z.enum(['registration', 'product', 'package']),
  /** The id of the product or package. */
  id: z.optional(z.string()),
  name: z.optional(z.string()),
  /** The product's missing facts. */
  missing: z.optional(z.array(z.enum(productGaps))),
})

export const receipts = endpoints({
  'GET /api/payments/{jobId}/movements': {
    summary: 'Payments and card movements of a visit so far, one per ledger entry, in order',
    allow: ['admin'],
    shows: ['payments'],
    response: z.array(Movement),
    errors: [404],
  },
  'GET /api/payments/{jobId}/evidence.pdf': {
    summary:
      "Evidence about a charged visit for the customer's bank as one PDF: receipt, what was agreed, history, position at arrival, photos",
    allow: ['admin'],
    shows: ['jobs', 'payments', 'photos'],
    response: pdf,
    errors: [404, 409],
  },
  'GET /api/jobs/{id}/receipt': {
    summary: "A completed visit's cost, payments and work done",
    allow: ['customer', 'guest', 'admin'],
    shows: ['jobs', 'payments', 'photos'],
    response: Receipt,
    errors: [404, 409],
  },
  'GET /api/jobs/{id}/receipt.pdf': {
    summary: 'The receipt as PDF',
    allow: ['customer', 'guest', 'admin'],
    shows: ['jobs', 'payments'],
    response: pdf,
    errors: [404, 409],
  },
  'GET /api/admin/receipt-profile': {
    summary:
      'What receipts would lack by the rules of a state, the state of most core spots, and a sample with the settings of today',
    allow: ['admin'],
    shows: ['settings', 'catalog', 'service_area'],
    query: z.strictObject({ state: z.optional(addressState) }),
    response: z.object({
      suggested: z.nullable(z.string()),
      missing: z.array(ReceiptGap),
      sample: Receipt,
    }),
  },
  'GET /api/admin/receipt-profile/sample.pdf': {
    summary: 'The sample as PDF',
    allow: ['admin'],
    shows: ['settings', 'catalog'],
    query: z.strictObject({ state: z.optional(addressState) }),
    response: pdf,
  },
  'GET /api/jobs/{id}/invoice.pdf': {
    summary: 'The invoice of a visit paid by invoice, once issued',
    allow: ['customer', 'guest', 'admin'],
    shows: ['jobs', 'payments'],
    response: pdf,
    errors: [404, 409],
  },
  'GET /api/inspections/{token}/report.pdf': {
    summary: "The report of a visit's inspection as PDF, by the link in the customer's messages",
    allow: ['public', 'guest'],
    shows: ['inspections'],
    part: 'inspections',
    params: reportLink,
    response: pdf,
    errors: [404],
  },
  'GET /api/admin/invoices/{id}/pdf': {
    summary: 'An invoice as issued; a void one is marked as such',
    allow: ['admin'],
    shows: ['payments'],
    response: pdf,
    errors: [404],
  },
})
