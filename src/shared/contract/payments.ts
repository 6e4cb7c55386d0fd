import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { adjustReasons, paymentStates, paymentStatuses } from '../rules/payments.ts'
import { amount, instant, jobIdParams, listQuery, money, required, uuid } from './fields.ts'
import { csv, empty, endpoints } from './endpoint.ts'

export const PaymentConfig = z.object({
  applicationId: z.string(),
  environment: z.enum(['sandbox', 'production']),
  locationId: z.optional(z.string()),
  provider: z.enum(['square', 'simulator']),
  scriptUrl: z.string(),
})

export const Payment = z.object({
  id: z.string(),
  jobId: z.string(),
  jobNumber: z.string(),
  customerName: z.string(),
  /** What the visit costs, adjustments included; 0.00 once it is cancelled. */
  amount: money,
  capturedAmount: money,
  heldAmount: money,
  refundedAmount: money,
  status: z.enum(paymentStatuses),
  state: z.enum(paymentStates),
  notes: z.string(),
  createdAt: instant,
})
export type Payment = z.infer<typeof Payment>

/** What the payment and pre-authorization pages show of one job. */
export const PaymentDue = z.object({
  jobId: z.string(),
  /** What is still to be paid: exactly this is held or charged. */
  amount: money,
  state: z.enum(paymentStates),
  status: z.enum(paymentStatuses),
  heldAmount: z.nullable(money),
  holdExpiresAt: z.nullable(instant),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** True when the visit is so far ahead that the card is saved now and held later. */
  savesCard: z.boolean(),
})
export type PaymentDue = z.infer<typeof PaymentDue>

/** The card's one-time token and the amount that the screen showed. */
export const cardFields = {
  sourceId: required(text('Card tokenization failed'), 400),
  amount: amount(),
}
const CardPayment = z.strictObject({ ...cardFields, jobId: uuid(text('Invalid payment link')) })
export const CardAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  state: z.enum(paymentStates),
})

/** By what payments can be sorted. */
export const paymentSorts = [
  'customer',
  'job',
  'amount',
  'held',
  'captured',
  'status',
  'created',
] as const
export const AdjustmentForm = z.strictObject({
  amount: amount(),
  reason: z.enum(adjustReasons, text('Choose a reason first')),
})

export const payments = endpoints({
  'GET /api/payments': {
    summary:
      "Payments, newest first; ?search in the customer's name, e-mail and phone and the visit's number",
    allow: ['admin'],
    shows: ['payments'],
    query: z.strictObject({
      ...listQuery(paymentSorts),
      status: z.optional(z.enum(paymentStatuses)),
    }),
    response: z.array(Payment),
  },
  'GET /api/payments/export': {
    summary: 'Payments as CSV',
    allow: ['admin'],
    shows: ['payments'],
    response: csv,
  },
  'GET /api/payments/config': {
    summary: "What the card form needs: the provider's script and ids",
    allow: ['public'],
    shows: [],
    response: PaymentConfig,
    errors: [503],
  },
  'GET /api/payments/due/{jobId}': {
    summary: 'What a job costs now and where its payment stands',
    allow: ['customer', 'admin'],
    shows: ['payments'],
    params: jobIdParams,
    response: PaymentDue,
    errors: [404],
  },
  'POST /api/payments/process': {
    summary: 'Charge a card for exactly what is due',
    allow: ['customer', 'admin'],
    changes: ['jobs', 'payments'],
    body: CardPayment,
    response: CardAnswer,
    errors: [404, 409, 503],
    idempotent: 'repeatable',
  },
  'POST /api/payments/pre-authorize': {
    summary: 'Hold the amount on a card, or save the card for a visit further ahead',
    allow: ['customer', 'admin'],
    changes: ['jobs', 'payments'],
    body: CardPayment,
    response: CardAnswer,
    errors: [404, 409, 503],
    idempotent: 'repeatable',
  },
  'PATCH /api/payments/{jobId}/adjust': {
    summary: 'Set the amount due, with a reason; refunds or charges the difference after capture',
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    params: jobIdParams,
    body: AdjustmentForm,
    response: Payment,
    errors: [404, 409],
  },
  'GET /api/payments/scheduled-auths': {
    summary: 'Saved cards that will be held before their visit',
    allow: ['admin'],
    shows: ['payments'],
    response: z.array(
      z.object({ jobId: z.string(), jobNumber: z.string(), amount: money, holdAt: instant }),
    ),
  },
  'POST /api/payments/webhook': {
    summary: "The card provider's signed events",
    allow: ['public'],
    changes: ['jobs', 'payments', 'notifications'],
    rawBody: true,
    response: empty,
  },
})
