import * as z from 'zod/mini'
import { maxMessageLength, openingEventIds } from '../rules/conversation.ts'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { done, instant, required, uuid } from './fields.ts'
import { Job } from './jobs.ts'

export const Communication = z.object({
  id: z.string(),
  type: z.enum(['system_notification', 'call', 'sms']),
  /** From the business's view: inbound comes from the customer. */
  direction: z.enum(['outbound', 'inbound']),
  /** Null for the server. */
  fromUserId: z.nullable(z.string()),
  toUserId: z.nullable(z.string()),
  /** The event, if the entry is not a message; `message` is its wording. */
  event: z.nullable(z.string()),
  message: z.string(),
  /** Id chosen by the sending device. */
  clientId: z.nullable(z.string()),
  readAt: z.nullable(instant),
  createdAt: instant,
  /** When it reached the server, if a technician was offline. */
  receivedAt: instant,
  /** For a message just sent: whether it is also sent as SMS. */
  texted: z.optional(z.boolean()),
})
export type Communication = z.infer<typeof Communication>

const MessageForm = z.strictObject({
  message: required(text('Please write a message first'), maxMessageLength),
  messageType: z.optional(z.literal('sms')),
  clientId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** Also sends an SMS, if the recipient agreed to texts. */
  asText: z.optional(z.boolean()),
})

export const conversation = endpoints({
  'GET /api/jobs/{id}/communications': {
    summary: "The latest 500 entries of a job's conversation, oldest first",
    allow: ['customer', 'guest', 'technician', 'admin'],
    shows: ['conversation'],
    response: z.array(Communication),
    errors: [404],
  },
  'POST /api/jobs/{id}/activate-communication': {
    summary:
      'Notify the customer that the technician is on the way (if not done yet) or has arrived',
    allow: ['technician', 'admin'],
    changes: ['jobs', 'conversation', 'position', 'notifications'],
    body: z.strictObject({ event: z.optional(z.enum(openingEventIds)) }),
    response: Job,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'POST /api/jobs/{id}/close-communication': {
    summary: 'Close the conversation; both sides keep its history',
    allow: ['technician', 'admin'],
    changes: ['jobs', 'conversation', 'position', 'notifications'],
    response: Job,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'POST /api/jobs/{id}/send-message': {
    summary: 'Send a message to the other party while communication is active; once per clientId',
    allow: ['customer', 'guest', 'technician', 'admin'],
    changes: ['conversation', 'notifications'],
    body: MessageForm,
    response: Communication,
    status: 201,
    errors: [404, 409],
    idempotent: 'in transaction',
    happenedAt: true,
  },
  'POST /api/jobs/{id}/call': {
    summary: "Call oneself, then connect the other party, both from the business's number",
    allow: ['customer', 'guest', 'technician', 'admin'],
    changes: ['conversation'],
    response: Communication,
    status: 201,
    errors: [404, 409, 503],
    idempotent: 'repeatable',
  },
  'PATCH /api/jobs/{id}/communications/read': {
    summary: 'Mark received entries read, up to and including the given one',
    allow: ['customer', 'guest', 'technician', 'admin'],
    changes: ['conversation', 'notifications'],
    body: z.strictObject({ upTo: uuid() }),
    response: done,
    errors: [404],
  },
})
