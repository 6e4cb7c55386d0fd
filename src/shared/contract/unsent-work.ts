import * as z from 'zod/mini'
import { mostUnsentChanges } from '../rules/unsent-work.ts'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { calendarDate, done, idParams, instant, optionalText, required, uuid } from './fields.ts'

/** What became of a visit that a technician had. Says nothing of its customer. */
export const TakenAway = z.object({
  number: z.string(),
  /** When it was when it was taken away. */
  scheduledDate: calendarDate,
  scheduledTime: z.string(),
  /** `moved`: to another time and another technician; `rescheduled`: to another time, and theirs still. */
  what: z.enum(['reassigned', 'unassigned', 'moved', 'cancelled', 'rescheduled', 'not_done']),
  at: instant,
  /** `server`: nobody did it by hand; `self`: they did, elsewhere. */
  by: z.enum(['office', 'customer', 'server', 'self']),
  /** Who of the office; empty otherwise. */
  name: z.string(),
  /** Why it was cancelled or could not be done; empty when nothing was said. */
  reason: z.string(),
})
export type TakenAway = z.infer<typeof TakenAway>

/** What a technician did to a visit that could not go in, as they read it themselves. */
const UnsentChange = z.strictObject({
  what: required(text('Please say what was done'), 100),
  entered: optionalText(4000),
  /** Why it could not go in. */
  reason: optionalText(500),
  at: z.iso.datetime(text('Please say when it was done')),
  /** The picture, kept by the call for unsent photos before. */
  photoId: z.optional(uuid()),
})
export type UnsentChange = z.infer<typeof UnsentChange>

const UnsentWork = z.object({
  id: z.string(),
  technicianName: z.string(),
  createdAt: instant,
  /** When somebody of the office had seen to it, and who; null while it waits. */
  handledAt: z.nullable(instant),
  handledBy: z.string(),
  changes: z.array(
    z.object({
      what: z.string(),
      entered: z.string(),
      reason: z.string(),
      at: instant,
      /** What the clock of the phone said, where that cannot be; then `at` is when the report came. */
      phoneSaid: z.optional(instant),
      photoId: z.optional(z.string()),
    }),
  ),
})
export type UnsentWork = z.infer<typeof UnsentWork>

export const unsentWork = endpoints({
  'GET /api/jobs/{id}/taken-away': {
    summary:
      'What became of a visit one had: when, by whom and why it was taken away, moved, cancelled or ended as not done',
    allow: ['technician'],
    shows: ['jobs'],
    params: idParams,
    response: TakenAway,
    errors: [404],
  },
  'POST /api/jobs/{id}/unsent-work': {
    summary:
      'Tell the office what one did, without a network, to a visit that was taken away, moved or cancelled',
    allow: ['technician'],
    changes: ['unsent_work', 'notifications'],
    params: idParams,
    body: z.strictObject({
      changes: z
        .array(UnsentChange)
        .check(z.minLength(1), z.maxLength(mostUnsentChanges, text('These are too many changes'))),
    }),
    response: done,
    status: 201,
    errors: [404],
    idempotent: 'in transaction',
  },
  'GET /api/jobs/{id}/unsent-work': {
    summary: 'What technicians did to a visit that could not go in, newest first',
    allow: ['admin'],
    shows: ['unsent_work'],
    params: idParams,
    response: z.array(UnsentWork),
    errors: [404],
  },
  'PATCH /api/jobs/{id}/unsent-work/{workId}': {
    summary: 'Say that the office has seen to unsent work, or that it still has to',
    allow: ['admin'],
    changes: ['unsent_work'],
    params: z.strictObject({ id: uuid(), workId: uuid() }),
    body: z.strictObject({ handled: z.boolean() }),
    response: z.array(UnsentWork),
    errors: [404],
  },
})
