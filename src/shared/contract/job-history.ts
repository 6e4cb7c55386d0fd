import * as z from 'zod/mini'
import { extraApprovals } from '../rules/extras.ts'
import { roles } from '../rules/roles.ts'
import { endpoints } from './endpoint.ts'
import { done, instant, money, page } from './fields.ts'

/** An extra or add-on at that time; the amount includes its quantity. */
const ChargeThen = z.object({
  /** Empty once erased with its customer. */
  description: z.string(),
  amount: money,
  /** The customer's answer at that time; null for add-ons and extras that needed none. */
  approval: z.nullable(z.enum(extraApprovals)),
})
export type ChargeThen = z.infer<typeof ChargeThen>

export const HistoryEntry = z.object({
  id: z.string(),
  event: z.string(),
  /** When it happened, by the device's clock. */
  at: instant,
  /** When it reached the server: later, if the technician was offline. */
  receivedAt: instant,
  /** `server` for automatic entries. The name is empty if unknown or erased. */
  by: z.object({ role: z.enum([...roles, 'guest', 'server']), name: z.string() }),
  /** Whether the caller did it. */
  own: z.boolean(),
  title: z.string(),
  /** Details, a few words each. */
  lines: z.array(z.string()),
  /** Free text the person wrote; empty if none. */
  comment: z.string(),
  /** The amount involved. */
  amount: z.nullable(money),
  /** The extra or add-on before and after; null before it was added and after it was removed. */
  before: z.nullable(ChargeThen),
  after: z.nullable(ChargeThen),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** A message to the visit's customer that can be sent again. */
const JobMessage = z.object({ id: z.string(), title: z.string(), at: instant })
export type JobMessage = z.infer<typeof JobMessage>

export const jobHistory = endpoints({
  'GET /api/jobs/{id}/messages': {
    summary:
      "Messages to a visit's customer that still apply, the latest of each kind, newest first",
    allow: ['admin'],
    shows: ['jobs', 'extras', 'payments'],
    response: z.array(JobMessage),
    errors: [404],
  },
  'POST /api/jobs/{id}/messages/{messageId}/resend': {
    summary:
      'Resend one of these messages with current facts, while it still applies. 409 if it does not or reaches no one, 429 after five in an hour',
    allow: ['admin'],
    changes: ['jobs'],
    response: done,
    errors: [404, 409],
  },
  'GET /api/jobs/{id}/history': {
    summary: "A visit's history, oldest first or (sort=-at) newest first",
    allow: ['admin'],
    shows: ['jobs', 'extras', 'photos', 'unsent_work'],
    query: z.strictObject({ ...page, sort: z.optional(z.enum(['at', '-at'])) }),
    response: z.array(HistoryEntry),
    errors: [404],
  },
})
