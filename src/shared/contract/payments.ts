import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { centsFromDecimal } from '../rules/money.ts'
import { recordedMethods } from '../rules/recorded-payments.ts'
import { wallets } from '../rules/wallets.ts'
import { maxTipCents, minTipCents } from '../rules/tips.ts'
import {
  adjustReasons,
  discrepancyOutcomes,
  maxAdjustedCents,
  paymentFilters,
  paymentStates,
  paymentStatuses,
} from '../rules/payments.ts'
import { disputeStates } from '../rules/disputes.ts'
import {
  amount,
  calendarDate,
  exportQuery,
  instant,
  listQuery,
  localDate,
  money,
  paidAmount,
  required,
  uuid,
} from './fields.ts'
import { ReceivedForm } from './jobs.ts'
import { csv, empty, endpoints } from './endpoint.ts'

const PaymentConfig = z.object({
  applicationId: z.string(),
  environment: z.enum(['sandbox', 'production']),
  locationId: z.optional(z.string()),
  provider: z.enum(['square', 'simulator']),
  scriptUrl: z.string(),
})

/** A card as shown on receipts, and the wallet it came from. */
export const NamedCard = z.object({
  brand: z.string(),
  last4: z.string(),
  wallet: z.optional(z.enum(wallets)),
})

export const Payment = z.object({
  id: z.string(),
  jobId: z.string(),
  jobNumber: z.string(),
  visitDate: calendarDate,
  customerName: z.string(),
  /** The customer's page; null once erased. */
  customerId: z.nullable(z.string()),
  /** Set if no message reaches the customer: the number to call, empty if unknown. */
  callAt: z.optional(z.string()),
  /** The visit's cost with adjustments; once cancelled, its fee or 0.00. */
  amount: money,
  capturedAmount: money,
  heldAmount: money,
  /** The card that paid, holds the amount, or is stored for the visit. */
  card: z.nullable(NamedCard),
  refundedAmount: money,
  /** The amount due for a visit that is over, since its end or its invoice's due day, and for how many days; 0 before that. */
  due: z.optional(z.object({ amount: money, since: calendarDate, days: z.number() })),
  /** Due later: the unpaid amount of a visit that is not over, minus its card hold. */
  later: z.optional(money),
  /** The sum of recorded payments, if any. */
  recordedAmount: z.optional(money),
  /** Overpaid without the card network: the office gives it back. */
  toReturn: z.optional(money),
  /** The most the office can give back of recorded payments, if anything. */
  returnable: z.optional(money),
  /** Payments without the card network, oldest first; negative if given back, `takenBack` if they no longer count. */
  recorded: z.array(
    z.object({
      id: z.string(),
      method: z.enum(recordedMethods),
      amount: money,
      reference: z.string(),
      receivedOn: calendarDate,
      /** Empty if unknown. */
      by: z.string(),
      takenBack: z.nullable(z.object({ reason: z.string(), at: instant })),
    }),
  ),
  /** Sales tax within the amount, if booked with any. */
  salesTax: z.optional(money),
  /** Separately: the remaining tip, its refunds, and how much of it can still be refunded. */
  tip: z.optional(z.object({ amount: money, refundedAmount: money, refundableAmount: money })),
  /** Set if the customer's bank disputes a charge, oldest first; `respondBy` is the deadline for evidence. */
  disputes: z.optional(
    z.array(
      z.object({
        id: z.string(),
        amount: money,
        state: z.enum(disputeStates),
        respondBy: z.nullable(instant),
      }),
    ),
  ),
  status: z.enum(paymentStatuses),
  state: z.enum(paymentStates),
  /** How much the office can still refund; 0.00 unless the payment is completed. */
  refundableAmount: money,
  /** Unexpected events at the network until someone has handled them; a failed refund has its stuck amount. */
  problems: z.array(z.object({ id: z.string(), text: z.string(), stuckAmount: z.nullable(money) })),
  notes: z.string(),
  createdAt: instant,
})
export type Payment = z.infer<typeof Payment>

/** A job on the payment and pre-authorization pages. */
export const PaymentDue = z.object({
  jobId: z.string(),
  /** Amount still due: exactly this is held or charged. */
  amount: money,
  state: z.enum(paymentStates),
  status: z.enum(paymentStatuses),
  heldAmount: z.nullable(money),
  holdExpiresAt: z.nullable(instant),
  /** The card that holds the amount, or is stored for the visit. */
  card: z.nullable(NamedCard),
  /** True if the visit is so far ahead that the card is saved now and held later. */
  savesCard: z.boolean(),
})
export type PaymentDue = z.infer<typeof PaymentDue>

/** The card's one-time token, its wallet, and the amount on screen. */
export const cardFields = {
  sourceId: required(text('Card tokenization failed'), 400),
  wallet: z.optional(z.enum(wallets)),
  amount: amount(),
}
const jobId = uuid(text('Invalid payment link'))
const oneCard = z.refine<{ sourceId?: string | undefined; cardId?: string | undefined }>(
  ({ sourceId, cardId }) => (sourceId === undefined) !== (cardId === undefined),
  text('Choose one card'),
)
/** A card's one-time token or a saved card. */
const ofOneToken = z.refine<{ wallet?: string | undefined; cardId?: string | undefined }>(
  ({ wallet, cardId }) => wallet === undefined || cardId === undefined,
  text('Choose one card'),
)
const cardSource = {
  sourceId: z.optional(cardFields.sourceId),
  wallet: cardFields.wallet,
  cardId: z.optional(uuid()),
}
const CardPayment = z
  .strictObject({ ...cardSource, amount: cardFields.amount, jobId })
  .check(oneCard, ofOneToken)
const CardHold = z
  .strictObject({
    ...cardSource,
    amount: cardFields.amount,
    jobId,
    /** Saves the card of `sourceId` for later visits. */
    saveForLater: z.optional(z.boolean()),
  })
  .check(
    oneCard,
    ofOneToken,
    z.refine(
      ({ wallet, saveForLater }) => wallet === undefined || saveForLater !== true,
      text('A card from a wallet cannot be saved'),
    ),
  )
const CardAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  state: z.enum(paymentStates),
})

const tipPlease = text('Please enter a tip from $1.00 to $500.00')
/** A tip, and a card's one-time token if not the card that paid. */
const tipFields = {
  amount: amount(tipPlease).check(
    z.refine((value) => {
      const cents = centsFromDecimal(value) ?? 0
      return cents >= minTipCents && cents <= maxTipCents
    }, tipPlease),
  ),
  sourceId: z.optional(cardFields.sourceId),
  wallet: cardFields.wallet,
}
const TipAnswer = z.object({ success: z.literal(true), message: z.string(), tip: money })

export const paymentSorts = [
  'customer',
  'job',
  'amount',
  'held',
  'captured',
  'status',
  'created',
  /** Orders by the day a payment became due; those not due come last. */
  'due',
] as const

const filters = {
  status: z.optional(z.enum(paymentFilters)),
  technicianId: z.optional(uuid()),
  /** Business-local days of the visit, both included. */
  from: z.optional(localDate()),
  to: z.optional(localDate()),
}
const shows = ['payments', 'jobs'] as const

const adjustedAmount = text('Enter an amount between $0.00 and $10,000.00')
export const AdjustmentForm = z.strictObject({
  amount: amount(adjustedAmount).check(
    z.refine((value) => (centsFromDecimal(value) ?? Infinity) <= maxAdjustedCents, adjustedAmount),
  ),
  /** Confirms a large change. */
  confirmed: z.optional(z.boolean()),
  /** The visit's cost on screen: refused if it has changed. */
  seenAmount: z.optional(amount()),
  reason: z.enum(adjustReasons, text('Choose a reason first')),
})

export const RefundForm = z.strictObject({
  amount: paidAmount,
  /** An adjustment reason, or free text. */
  reason: required(text('Choose a reason first')),
  /** The refunded sum on screen: refused if another refund was made since. */
  refundedAmount: z.optional(amount()),
  /** The part to refund; defaults to the visit. */
  of: z.optional(z.enum(['visit', 'tip'])),
})

export const ResolutionForm = z.strictObject({
  note: required(text('Please enter what was done about it'), 500),
  /** For a failed refund: whether the money was returned another way or is kept. */
  outcome: z.optional(z.enum(discrepancyOutcomes, text('Choose what happened to the money'))),
})

const givenBack = required(text('Please enter why it is given back'), 200)

/** With `givenBack`, the reason for giving the amount back; without it, the amount was received. */
export const RecordForm = z.extend(ReceivedForm, {
  /** Business-local, today at the latest. */
  receivedOn: localDate(),
  givenBack: z.optional(givenBack),
  /** Records a repeat, or a payment from before the booking, all the same. */
  confirmed: z.optional(z.boolean()),
})

export const GiveBackForm = z.extend(RecordForm, { givenBack })

export const TakeBackForm = z.strictObject({
  reason: required(text('Please enter why it is taken back')),
})

export const payments = endpoints({
  'GET /api/payments': {
    reads: 'much',
    summary:
      "Payments, newest first; ?search in the customer's name, e-mail and phone, the visit number and amounts such as $129 or 129.99 (cost, held, charged or refunded); ?status=owed for completed unpaid visits, disputed for disputes that are not won",
    allow: ['admin'],
    shows,
    query: z.strictObject({ ...listQuery(paymentSorts), ...filters }),
    response: z.array(Payment),
  },
  'GET /api/payments/summary': {
    reads: 'much',
    summary:
      'Number and totals of the payments matching the same search and filters: captured, refunded, held, owed for completed visits, and due later',
    allow: ['admin'],
    shows,
    query: z.strictObject({ search: exportQuery(paymentSorts).search, ...filters }),
    response: z.object({
      found: z.number(),
      captured: money,
      /** Recorded without the card network, if any. */
      recorded: z.optional(money),
      refunded: money,
      /** Held back for open disputes, and lost in others, if any. */
      disputed: z.optional(money),
      chargedBack: z.optional(money),
      /** What of the lost was paid since, part of `recorded`, if anything. */
      recovered: z.optional(money),
      held: money,
      owed: money,
      /** Unpaid for visits ahead or in progress, with nothing held. */
      later: money,
      /** Sales tax on charges minus refunds, if any was charged. */
      salesTax: z.optional(money),
      /** Set if tips were given. */
      tips: z.optional(money),
    }),
  },
  'GET /api/payments/export': {
    reads: 'much',
    summary: "Payments as CSV, with the list's search, filters and order",
    allow: ['admin'],
    shows,
    query: z.strictObject({ ...exportQuery(paymentSorts), ...filters }),
    response: csv,
  },
  'GET /api/payments/config': {
    summary: "Configuration of the card form: the provider's script and ids",
    allow: ['public', 'guest'],
    shows: [],
    response: PaymentConfig,
    errors: [404, 503],
  },
  'GET /api/payments/due/{jobId}': {
    summary: "A job's current cost and payment state",
    allow: ['customer', 'guest', 'admin'],
    shows: ['payments'],
    response: PaymentDue,
    errors: [404],
  },
  'POST /api/payments/process': {
    summary:
      "Charge a card the exact amount due: by the token in sourceId, or the customer's saved card in cardId. wallet marks a wallet token",
    allow: ['customer', 'guest', 'admin'],
    changes: ['jobs', 'payments', 'cards'],
    body: CardPayment,
    response: CardAnswer,
    errors: [404, 409, 503],
    idempotent: 'repeatable',
  },
  'POST /api/payments/pre-authorize': {
    summary:
      'Hold the amount on a card, or save the card for a visit further ahead: by token or saved card; saveForLater also saves it for later visits. Wallet tokens cannot be saved: 409 has details.reason "wallet_too_early" for a visit further ahead',
    allow: ['customer', 'guest', 'admin'],
    changes: ['jobs', 'payments', 'cards'],
    body: CardHold,
    response: CardAnswer,
    errors: [404, 409, 503],
    idempotent: 'repeatable',
  },
  'POST /api/jobs/{id}/tip': {
    summary:
      "Tip the technician once after an own visit paid by card: charged to that card, or to the one in sourceId. 409 has details.reason 'card_needed' if no card is stored, 'tip_given' if another tip was given",
    allow: ['customer', 'guest'],
    changes: ['jobs', 'payments', 'technicians'],
    body: z.strictObject(tipFields),
    response: TipAnswer,
    errors: [404, 409, 503],
    idempotent: 'repeatable',
  },
  'PATCH /api/payments/{jobId}/adjust': {
    summary:
      "Adjust a visit's price until its payment is completed, with a reason. 409 has details.reason 'confirm' for a large change without `confirmed`, 'completed' once completed, 'stale' if the price differs from seenAmount",
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    body: AdjustmentForm,
    response: Payment,
    errors: [404, 409],
  },
  'POST /api/payments/{jobId}/record': {
    summary:
      "Record a full or partial payment made in cash, by check or otherwise without the card network, for what is due and then for what a lost dispute returned to the customer, or with `givenBack`, its reason, money given back: what was paid too much, and on a finished visit more, which lowers its price. 409 has details.reason 'more_than_due' and the most that can be recorded, 'more_than_paid' and what can be given back, and until `confirmed` 'repeat' for the same payment within a minute without an Idempotency-Key, 'confirm' for a day before the booking",
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    body: RecordForm,
    response: Payment,
    errors: [404, 409],
    idempotent: 'in transaction',
  },
  'DELETE /api/payments/{jobId}/record/{id}': {
    summary: 'Take back a recorded payment, with a reason; it stays in the history',
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    body: TakeBackForm,
    response: Payment,
    errors: [404, 409],
    idempotent: 'in transaction',
  },
  'POST /api/payments/{jobId}/refund': {
    summary:
      'Refund part or all of a completed payment or tip, with a reason. Repeating a refund that is pending or less than a minute old returns the first one, unless refundedAmount shows that it was seen. 409 has details.reason "disputed" for money held back in a dispute, "charged_back" for what a lost one returned',
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    body: RefundForm,
    response: Payment,
    errors: [404, 409, 503],
    idempotent: 'repeatable',
  },
  'POST /api/payments/{jobId}/refresh': {
    summary:
      "Ask the card network about a payment and book refunds made in its dashboard; answered is false when it can't be reached",
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    response: z.object({
      answered: z.boolean(),
      payment: Payment,
      /** The part of its refunds that was made in the card network's dashboard. */
      refundedInDashboard: z.object({ visit: money, tip: money }),
    }),
    errors: [404, 503],
  },
  'POST /api/payments/{jobId}/discrepancies/{discrepancyId}/resolve': {
    summary: 'Resolve an unexpected card network event',
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    body: ResolutionForm,
    response: Payment,
    errors: [404, 409],
  },
  'GET /api/payments/{jobId}': {
    summary: 'The payment of one job',
    allow: ['admin'],
    shows: ['payments'],
    response: Payment,
    errors: [404],
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
    rawBody: { maxBytes: 262_144 },
    response: empty,
  },
})
