import * as z from 'zod/mini'
import {
  answerMethods,
  approvalMethods,
  maxPointsOfStroke,
  maxStrokes,
} from '../rules/approvals.ts'
import { text } from '../texts/t.ts'
import { extraFields, extraQuantity, JobExtra, withinExtraLimit } from './charges.ts'
import { endpoints } from './endpoint.ts'
import { instant, money, optionalText, phone, requiredLine, uuid } from './fields.ts'

const coordinate = z.int().check(z.minimum(-10_000), z.maximum(10_000))
const side = z.int().check(z.minimum(1), z.maximum(10_000))

/** Strokes on a canvas of this size in pixels. */
export const Signature = z.strictObject({
  width: side,
  height: side,
  strokes: z
    .array(
      z
        .array(z.strictObject({ x: coordinate, y: coordinate }))
        .check(z.minLength(1), z.maxLength(maxPointsOfStroke)),
    )
    .check(z.maxLength(maxStrokes)),
})

/** A customer's answer; it never changes. */
export const Approval = z.object({
  id: z.string(),
  /** Absent for the total shown when booking. */
  estimateId: z.optional(z.string()),
  method: z.enum(approvalMethods),
  /** The name of who answered. */
  person: z.string(),
  /** On a call: the number they spoke from, and what they said. */
  phone: z.optional(z.string()),
  said: z.optional(z.string()),
  lines: z.array(
    z.object({
      lineId: z.nullable(z.string()),
      description: z.string(),
      quantity: z.number(),
      totalPrice: money,
      approved: z.boolean(),
    }),
  ),
  /** Of the approved lines, sales tax included. */
  total: money,
  /** The sentence they agreed to. */
  words: z.string(),
  signature: z.optional(Signature),
  /** SHA-256 of lines, total, words, person, method and time. */
  hash: z.string(),
  at: instant,
})
export type Approval = z.infer<typeof Approval>

export const Estimate = z.object({
  id: z.string(),
  /** Those its customer was asked about, answered ones included. */
  lines: z.array(JobExtra),
})
export type Estimate = z.infer<typeof Estimate>

const EstimateLine = z
  .strictObject({
    ...extraFields,
    quantity: z.optional(extraQuantity),
    /** Chosen by the device. */
    id: z.optional(uuid()),
    /** Of the catalog; taken from stock if approved. */
    productId: z.optional(uuid()),
    /** The item of the visit's inspection it answers. */
    findingItemId: z.optional(z.string().check(z.regex(/^[a-z0-9_]{1,40}$/))),
    /** The line declined at an earlier visit of this car that it offers again. */
    repeats: z.optional(uuid()),
  })
  .check(withinExtraLimit())
export type EstimateLine = z.infer<typeof EstimateLine>

export const EstimateForm = z.strictObject({
  /** Chosen by the device; by default the lines join the visit's unanswered estimate. */
  id: z.optional(uuid()),
  lines: z
    .array(EstimateLine)
    .check(
      z.minLength(1, text('Please add a line')),
      z.maxLength(20, text('Ask for at most 20 lines at once')),
    ),
})

const ids = z.array(uuid()).check(z.maxLength(50))
const answerFacts = {
  person: requiredLine(text('Please enter the name of who answers'), 120),
  /** Of a call. */
  phone: z.optional(phone),
  said: optionalText(500),
}

/** The typed fields of an answer. */
export const AnswerFacts = z.strictObject(answerFacts)

export const AnswerForm = z
  .strictObject({
    ...answerFacts,
    approved: z.prefault(ids, []),
    declined: z.prefault(ids, []),
    method: z.enum(answerMethods),
    /** The lines on screen: no one can answer what they have not seen. */
    seen: z.optional(
      z
        .array(
          z.strictObject({
            id: uuid(),
            description: z.string().check(z.maxLength(200)),
            quantity: z.number(),
            totalPrice: z.number(),
          }),
        )
        .check(z.maxLength(50)),
    ),
    signature: z.optional(Signature),
  })
  .check(
    z.refine(
      ({ approved, declined }) => approved.length + declined.length > 0,
      text('Approve or decline at least one line'),
    ),
    z.refine(
      ({ approved, declined }) =>
        new Set([...approved, ...declined]).size === approved.length + declined.length,
      text('A line is either approved or declined'),
    ),
    z.refine(({ method, signature }) => method !== 'signature' || signature !== undefined, {
      message: text('Please sign'),
      path: ['signature'],
    }),
  )
export type AnswerForm = z.infer<typeof AnswerForm>

/** Asking a customer before charging, and what they answered. */
export const estimates = endpoints({
  'POST /api/jobs/{id}/estimates': {
    summary: 'Ask the customer for lines that are charged only if they approve them',
    allow: ['technician', 'admin'],
    changes: ['extras', 'notifications'],
    body: EstimateForm,
    response: Estimate,
    status: 201,
    errors: [404, 409],
    maxBytes: 32_768,
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'POST /api/estimates/{id}/answer': {
    summary:
      'Approve or decline lines of an estimate: the customer by `link`; for them the technician or the office by `signature` or `phone`. What was answered is frozen with a hash; approved lines are charged. 409 for lines that were answered, changed (`details.reason` "stale") or taken back, and for a signature that was used before',
    allow: ['customer', 'guest', 'technician', 'admin'],
    changes: ['jobs', 'extras', 'payments', 'notifications'],
    body: AnswerForm,
    response: Approval,
    errors: [404, 409],
    maxBytes: 2_621_440,
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'GET /api/jobs/{id}/approvals': {
    summary: 'What the customer agreed to, oldest first: the total when booking, and estimates',
    allow: ['customer', 'guest', 'technician', 'admin'],
    shows: ['extras', 'jobs'],
    response: z.array(Approval),
    errors: [404],
  },
})
