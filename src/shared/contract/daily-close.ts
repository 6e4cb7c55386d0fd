import * as z from 'zod/mini'
import { differenceKinds, outdatings } from '../rules/daily-close.ts'
import { discrepancyOutcomes } from '../rules/payments.ts'
import { text } from '../texts/t.ts'
import { csv, endpoints } from './endpoint.ts'
import { amount, calendarDate, instant, localDate, money, required } from './fields.ts'

const figures = {
  /** Captured for visits, without tips; and refunded from it. */
  captured: money,
  refunded: money,
  /** Received without the card network, by method; not part of the comparison with it. */
  cash: money,
  check: money,
  terminal: money,
  transfer: money,
  other: money,
  /** Held back for disputes minus what was decided; and lost in disputes. */
  heldBack: money,
  chargedBack: money,
  /** Money by card and otherwise minus refunds and both of these. */
  net: money,
  tips: money,
  tax: money,
  cancelFees: money,
  notDoneFees: money,
  /** Still expected for the day's visits. */
  pending: money,
}
export const CloseFigures = z.object(figures)
export type CloseFigures = z.infer<typeof CloseFigures>

const Charged = z.object({ captured: money, refunded: money })

export const CloseDifference = z.object({
  /** The network's id of the payment or refund. */
  id: z.string(),
  kind: z.enum(differenceKinds),
  /** Negative for a refund, 0.00 if missing. */
  here: money,
  there: money,
  at: instant,
  /** When the other side has it, if on another day. */
  otherAt: z.nullable(instant),
  /** The visit concerned, or named by the network's reference. */
  jobId: z.nullable(z.string()),
  jobNumber: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** The entry may exist at the card network but be missing here. */
  mayRecord: z.boolean(),
  /** Needs no action. */
  explainsItself: z.boolean(),
  note: z.nullable(z.object({ words: z.string(), by: z.string(), at: instant })),
})
export type CloseDifference = z.infer<typeof CloseDifference>

export const CloseProblem = z.object({
  id: z.string(),
  jobId: z.string(),
  jobNumber: z.string(),
  text: z.string(),
  stuckAmount: z.nullable(money),
  at: instant,
  resolved: z.nullable(
    z.object({
      by: z.string(),
      at: instant,
      note: z.string(),
      outcome: z.nullable(z.enum(discrepancyOutcomes)),
    }),
  ),
})
export type CloseProblem = z.infer<typeof CloseProblem>

export const SignOff = z.object({
  id: z.string(),
  by: z.string(),
  at: instant,
  figures: CloseFigures,
  entries: z.number(),
  /** Open differences at the time; null if the day had not been compared in that state. */
  openDifferences: z.nullable(z.number()),
  /** All cash in the drawer as counted; null if it was not. */
  countedCash: z.nullable(money),
  /**
   * What should have been in the drawer (null at its first count), what was taken out then, and what was left. Null without a
   * count, and for one of that day's cash only.
   */
  drawer: z.nullable(z.object({ expected: z.nullable(money), taken: money, left: money })),
})
export type SignOff = z.infer<typeof SignOff>

export const DailyClose = z.object({
  /** The business-local date, its midnights as instants, and its length. */
  date: calendarDate,
  from: instant,
  to: instant,
  hours: z.number(),
  /** First day that can be signed off: the start of the ledger. */
  first: calendarDate,
  state: z.enum(['ahead', 'running', 'over']),
  total: CloseFigures,
  /** Without name and id: unassigned visits. */
  technicians: z.array(z.object({ id: z.nullable(z.string()), name: z.string(), ...figures })),
  accounts: z.array(z.object({ account: z.string(), debit: money, credit: money })),
  /** Number of the day's ledger entries. */
  entries: z.number(),
  /** Visits of the day under way, and those not finished although their time has come. */
  unfinished: z.int(),
  takesCards: z.boolean(),
  /** Null until the day was compared with the card network's list. */
  compared: z.nullable(
    z.object({
      at: instant,
      /** The day was over at that time. */
      whole: z.boolean(),
      /** By card, tips included. */
      here: Charged,
      there: Charged,
      differences: z.array(CloseDifference),
      /** More differences exist than are listed. */
      more: z.boolean(),
      /** Number of differences that need action. */
      open: z.number(),
      /** The comparison is outdated: something was booked since, or the rest of the day is missing. */
      outdated: z.nullable(z.enum(outdatings)),
    }),
  ),
  problems: z.array(CloseProblem),
  /** Newest first. */
  signOffs: z.array(SignOff),
  /** The cash drawer before its next count: what the last one left in it, cash since then, and what should be in it. */
  drawer: z.object({
    opening: z.nullable(z.object({ amount: money, day: calendarDate })),
    received: money,
    expected: z.nullable(money),
  }),
  /** Something was booked into the day after its sign-off. */
  changed: z.boolean(),
  /** Net of the days up to this one, without tips. */
  days: z.array(z.object({ date: calendarDate, net: money })),
})
export type DailyClose = z.infer<typeof DailyClose>

const signedAmount = z.string().check(z.regex(/^-?\d{1,7}\.\d{2}$/))
const settling = {
  date: localDate(),
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The amounts on screen of either side. */
  here: signedAmount,
  there: signedAmount,
}
const signingOff = {
  /** Signs off a day that is not over. */
  early: z.optional(z.boolean()),
  /** All cash in the drawer as counted, change included, and what is taken out of it then. */
  countedCash: z.optional(amount()),
  takenCash: z.optional(amount()),
}
export const SignOffForm = z.strictObject(signingOff)
const explanation = { note: required(text('Please enter what it is'), 500) }
export const ExplanationForm = z.strictObject(explanation)

export const dailyClose = endpoints({
  'GET /api/admin/close': {
    reads: 'much',
    summary:
      "A business day's money by the ledger, in total and per technician, and its differences from the card network’s list; today unless ?date is given",
    allow: ['admin'],
    shows: ['payments', 'jobs', 'closes'],
    query: z.strictObject({ date: z.optional(localDate()) }),
    response: DailyClose,
  },
  'POST /api/admin/close': {
    summary:
      "Sign off a day with its figures. 409 has details.reason 'booked_meanwhile' if the number of ledger entries differs from the one seen, 'signed_off' if the same figures are already signed off, 'compare_again' if the comparison is outdated and the card network responds, 'before_first' before the start of the ledger, 'running' for a day that is not over without `early`",
    allow: ['admin'],
    changes: ['closes'],
    body: z.strictObject({
      date: localDate(),
      /** The number of ledger entries on screen. */
      entries: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000)),
      ...signingOff,
    }),
    response: DailyClose,
    status: 201,
    errors: [409],
  },
  'POST /api/admin/close/compare': {
    summary:
      'Read the next part of the card network’s list for a day; call again with `next` until it is null, when the day has been compared. 503 if the network does not respond',
    allow: ['admin'],
    changes: ['closes'],
    body: z.strictObject({
      date: localDate(),
      cursor: z.optional(z.string().check(z.maxLength(4000))),
    }),
    response: z.object({ read: z.number(), next: z.nullable(z.string()) }),
    errors: [409, 503],
  },
  'POST /api/admin/close/explain': {
    summary:
      "Explain a difference in free text. 409 has details.reason 'seen_to' if someone has, 'stale' if it has changed",
    allow: ['admin'],
    changes: ['closes'],
    body: z.strictObject({ ...settling, ...explanation }),
    response: DailyClose,
    errors: [409],
  },
  'POST /api/admin/close/record': {
    summary:
      "Read the visit's payments from the card network and record missing ones. 409 has details.reason 'nothing_to_book' if the network has none",
    allow: ['admin'],
    changes: ['closes', 'payments', 'jobs', 'notifications'],
    body: z.strictObject(settling),
    response: DailyClose,
    errors: [409, 503],
    idempotent: 'repeatable',
  },
  'GET /api/admin/close/export': {
    reads: 'much',
    summary:
      'Ledger entries of a day or range of days as CSV for accountants: one line per entry, with debited and credited account',
    allow: ['admin'],
    shows: ['payments'],
    query: z.strictObject({ from: localDate(), to: z.optional(localDate()) }),
    response: csv,
  },
  'GET /api/admin/close/drawer': {
    reads: 'much',
    summary:
      'Counts of the cash drawer on a day or range of days as CSV: what should have been in it, what was counted, the difference, and what was taken out and carried on',
    allow: ['admin'],
    shows: ['closes'],
    query: z.strictObject({ from: localDate(), to: z.optional(localDate()) }),
    response: csv,
  },
})
