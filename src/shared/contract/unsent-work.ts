import * as z from 'zod/mini'
import { maxUnsentChanges } from '../rules/unsent-work.ts'
import { type Phrase, text } from '../texts/t.ts'
import { ExtraForm } from './charges.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate, done, instant, money, optionalText, required, uuid } from './fields.ts'

/** What happened to a visit taken from a technician. Contains nothing about its customer. */
export const TakenAway = z.object({
  number: z.string(),
  /** Its time when it was taken away. */
  scheduledDate: calendarDate,
  scheduledTime: z.string(),
  /** `moved`: another time and technician; `rescheduled`: another time, same technician; `other_car`: still theirs. */
  what: z.enum([
    'reassigned',
    'unassigned',
    'moved',
    'cancelled',
    'rescheduled',
    'not_done',
    'completed',
    'other_car',
  ]),
  at: instant,
  /** `server`: automatic; `self`: the technician, on another device. */
  by: z.enum(['office', 'customer', 'server', 'self']),
  /** The office's person; empty otherwise. */
  name: z.string(),
  /** Why it was cancelled or not done; empty without a reason. */
  reason: z.string(),
})
export type TakenAway = z.infer<typeof TakenAway>

/** A text of at most that length and its parameters, which the server words for the reader. */
function sentPhrase(longest: number): z.ZodMiniType<Phrase, Phrase> {
  const words = z.string().check(z.maxLength(longest))
  const plain = z.strictObject({
    text: words,
    params: z.record(z.string(), z.union([z.string().check(z.maxLength(500)), z.number()])),
  })
  return z.strictObject({
    text: words,
    params: z.record(z.string(), z.union([z.string().check(z.maxLength(500)), z.number(), plain])),
    counted: z.optional(z.strictObject({ count: z.number(), one: words })),
  })
}

/** A technician's rejected change to a visit, in their words. */
const UnsentChange = z.strictObject({
  what: required(text('Please enter what was done'), 100),
  /** Choices from lists; typed text is in `entered`. */
  said: z.optional(z.array(sentPhrase(200)).check(z.maxLength(20))),
  entered: optionalText(4000),
  /** Why it was rejected. */
  reason: optionalText(500),
  /** The server's refusal, in place of the reason. */
  refusal: z.optional(sentPhrase(500)),
  at: z.iso.datetime(text('Please enter when it was done')),
  /** The photo, stored earlier by the call for unsent photos. */
  photoId: z.optional(uuid()),
  /** The extra, so that the office can add it. */
  extra: z.optional(ExtraForm),
})
export type UnsentChange = z.infer<typeof UnsentChange>

const UnsentWork = z.object({
  id: z.string(),
  technicianName: z.string(),
  createdAt: instant,
  /** When someone in the office handled it, and who; null while open. */
  handledAt: z.nullable(instant),
  handledBy: z.string(),
  changes: z.array(
    z.object({
      what: z.string(),
      entered: z.string(),
      reason: z.string(),
      at: instant,
      /** The device's clock if it cannot be right; `at` is then when the report arrived. */
      phoneSaid: z.optional(instant),
      photoId: z.optional(z.string()),
      extra: z.optional(
        z.object({ description: z.string(), quantity: z.number(), unitPrice: money }),
      ),
      /** Whether the office has added it to the visit. */
      added: z.optional(z.boolean()),
    }),
  ),
})
export type UnsentWork = z.infer<typeof UnsentWork>

export const unsentWork = endpoints({
  'GET /api/jobs/{id}/taken-away': {
    summary:
      'What happened to a formerly own visit: when, by whom and why it was reassigned, moved, cancelled or not done',
    allow: ['technician'],
    shows: ['jobs'],
    response: TakenAway,
    errors: [404],
  },
  'POST /api/admin/technicians/{id}/hand-in-code': {
    summary:
      'Make the one-time code with which a deactivated technician hands in work left on their phone; ends the previous code',
    allow: ['admin'],
    changes: [],
    response: z.object({ code: z.string(), expiresAt: instant }),
    status: 201,
    errors: [404, 409],
  },
  'POST /api/hand-in': {
    summary:
      'Use a hand-in code, once: the token then reports unsent work and its photos as `X-Hand-In` until it expires, and opens nothing else',
    allow: ['public'],
    changes: [],
    body: z.strictObject({
      code: required(text('Please enter the code'), 40),
      /** Whose changes the device has. */
      personId: uuid(),
    }),
    response: z.object({ token: z.string(), expiresAt: instant }),
    errors: [404],
  },
  'POST /api/jobs/{id}/unsent-work': {
    summary: 'Report offline work on a visit that was reassigned, moved or ended to the office',
    allow: ['technician', 'leaver'],
    changes: ['unsent_work', 'notifications'],
    body: z.strictObject({
      changes: z
        .array(UnsentChange)
        .check(z.minLength(1), z.maxLength(maxUnsentChanges, text('These are too many changes'))),
    }),
    maxBytes: 5_000_000,
    response: done,
    status: 201,
    errors: [404],
    idempotent: 'in transaction',
  },
  'GET /api/jobs/{id}/unsent-work': {
    summary: "Technicians' changes that could not be saved, newest first",
    allow: ['admin'],
    shows: ['unsent_work'],
    response: z.array(UnsentWork),
    errors: [404],
  },
  'POST /api/jobs/{id}/unsent-work/{workId}/add': {
    summary:
      'Add an extra or a photo of unsent work to the visit; on a finished visit the extra is billed at once',
    allow: ['admin'],
    changes: ['unsent_work', 'photos', 'jobs', 'payments', 'extras'],
    body: z.strictObject({ change: z.int().check(z.minimum(0), z.maximum(maxUnsentChanges - 1)) }),
    response: z.array(UnsentWork),
    errors: [404, 409],
    idempotent: 'in transaction',
  },
  'PATCH /api/jobs/{id}/unsent-work/{workId}': {
    summary: 'Mark unsent work as handled, or reopen it',
    allow: ['admin'],
    changes: ['unsent_work'],
    body: z.strictObject({ handled: z.boolean() }),
    response: z.array(UnsentWork),
    errors: [404],
  },
})
