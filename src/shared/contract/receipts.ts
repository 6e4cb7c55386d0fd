import * as z from 'zod/mini'
import { checklistIds } from '../rules/checklist.ts'
import { jobStatuses } from '../rules/jobs.ts'
import { paymentStates } from '../rules/payments.ts'
import { movementKinds } from '../rules/receipts.ts'
import { recordedMethods } from '../rules/recorded-payments.ts'
import { Cost } from './costs.ts'
import { endpoints, pdf } from './endpoint.ts'
import { calendarDate, instant, money, oilType } from './fields.ts'
import { reportLink } from './inspections.ts'
import { NamedCard } from './payments.ts'
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
  /** The ledger entries in order. Charges minus refunds and recorded payments are `cost.paid`. */
  movements: z.array(Movement),
})
export type Receipt = z.infer<typeof Receipt>

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
