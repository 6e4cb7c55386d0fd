import * as z from 'zod/mini'
import { checklistIds } from '../rules/checklist.ts'
import { jobStatuses } from '../rules/jobs.ts'
import { paymentStates } from '../rules/payments.ts'
import { cardMovementKinds } from '../rules/receipts.ts'
import { Cost } from './costs.ts'
import { endpoints, pdf } from './endpoint.ts'
import { calendarDate, idParams, instant, jobIdParams, money, oilType } from './fields.ts'
import { NamedCard } from './payments.ts'
import { Photo } from './photos.ts'

/** One entry of the ledger about the card of a visit. */
const CardMovement = z.object({
  kind: z.enum(cardMovementKinds),
  amount: money,
  at: instant,
  card: z.nullable(NamedCard),
  pending: z.boolean(),
})

/** What was done to the car, as far as it was recorded; empty where it was not. */
const Work = z.object({
  /** Null where no service was completed. */
  oilType: z.nullable(oilType),
  /** As the oil that was taken from the shelf for it has it in its name, `5W-30`. */
  oilGrade: z.nullable(z.string()),
  filledQuarts: z.nullable(z.number()),
  odometerMiles: z.nullable(z.number()),
  /** Names of the filters that were taken from the shelf for it. */
  filters: z.array(z.string()),
  checklist: z.array(z.enum(checklistIds)),
  photos: z.array(Photo),
})

/** What a visit cost, line by line, and where its money went. Amounts are dollars. */
export const Receipt = z.object({
  jobId: z.string(),
  number: z.string(),
  status: z.enum(jobStatuses),
  paymentState: z.enum(paymentStates),
  business: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    /** IANA zone in which the instants below are told. */
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
      kind: z.enum(['package', 'addon', 'extra']),
      name: z.string(),
      quantity: z.number(),
      unitPrice: money,
      amount: money,
    }),
  ),
  /** The lines are `cost.lines`; with the adjustments they make `cost.amount`. */
  cost: Cost,
  work: Work,
  /** What happened on the card, each an entry of the ledger, in order. Charges and refunds make `cost.paid`. */
  movements: z.array(CardMovement),
})
export type Receipt = z.infer<typeof Receipt>

export const receipts = endpoints({
  'GET /api/payments/{jobId}/movements': {
    summary: 'What happened on the card of a visit so far, each an entry of the ledger, in order',
    allow: ['admin'],
    shows: ['payments'],
    params: jobIdParams,
    response: z.array(CardMovement),
    errors: [404],
  },
  'GET /api/jobs/{id}/receipt': {
    summary: 'What a visit cost, what happened on the card and what was done, once it is completed',
    allow: ['customer', 'admin'],
    shows: ['jobs', 'payments', 'photos'],
    params: idParams,
    response: Receipt,
    errors: [404, 409],
  },
  'GET /api/jobs/{id}/receipt.pdf': {
    summary: 'The receipt to keep or print',
    allow: ['customer', 'admin'],
    shows: ['jobs', 'payments'],
    params: idParams,
    response: pdf,
    errors: [404, 409],
  },
  'GET /api/jobs/{id}/invoice.pdf': {
    summary: 'The invoice of a visit that is paid by invoice, once it is issued',
    allow: ['customer', 'admin'],
    shows: ['jobs', 'payments'],
    params: idParams,
    response: pdf,
    errors: [404, 409],
  },
  'GET /api/admin/invoices/{id}/pdf': {
    summary: 'An invoice as it was issued, also one that is void, which says so',
    allow: ['admin'],
    shows: ['payments'],
    params: idParams,
    response: pdf,
    errors: [404],
  },
})
