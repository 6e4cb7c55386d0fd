import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { detailPlease } from '../rules/contact-details.ts'
import { empty, endpoints } from './endpoint.ts'
import { done, email, instant, listQuery, phone, required, requiredLine, uuid } from './fields.ts'

const ContactForm = z.strictObject({
  name: requiredLine(detailPlease.name, 120),
  email: email(),
  phone: z.optional(phone),
  subject: requiredLine(text('Please enter a subject'), 150),
  message: required(text('Please enter a message'), 4000),
  /** A visit of the customer writing. */
  jobId: z.optional(uuid()),
})
export type ContactForm = z.infer<typeof ContactForm>

const Person = z.object({ id: z.string(), name: z.string() })

const messageStates = ['open', 'done'] as const
export const messageFilters = [...messageStates, 'mine'] as const
export type MessageFilter = (typeof messageFilters)[number]

export const Message = z.object({
  id: z.string(),
  /** `sms`: texts from one number; `message` and `createdAt` belong to the latest. */
  channel: z.enum(['form', 'sms']),
  /** They opted out of texts: by text, through the office, or as the provider reports. */
  textsStopped: z.boolean(),
  name: z.string(),
  /** Empty if the sender left none; it cannot be answered by e-mail then. */
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: instant,
  /** The sender's account. */
  customerId: z.nullable(z.string()),
  /** The visit concerned. */
  job: z.nullable(z.object({ id: z.string(), number: z.string() })),
  assignedTo: z.nullable(Person),
  status: z.enum(messageStates),
  doneAt: z.nullable(instant),
  doneBy: z.nullable(Person),
  replyCount: z.number(),
})
export type Message = z.infer<typeof Message>

export const MessageThread = z.object({
  ...Message.shape,
  replies: z.array(
    z.object({
      id: z.string(),
      author: Person,
      message: z.string(),
      createdAt: instant,
      /** Delivery state of an answer by SMS; null for one by e-mail. */
      text: z.nullable(z.enum(['queued', 'local', 'sent', 'failed', 'skipped'])),
    }),
  ),
  /** A number's texts, oldest first; the newest 200. */
  texts: z.array(
    z.object({
      id: z.string(),
      message: z.string(),
      /** Number of attachments, which stay with the provider. */
      attachments: z.number(),
      createdAt: instant,
    }),
  ),
})
export type MessageThread = z.infer<typeof MessageThread>

export const MessageChange = z.strictObject({
  status: z.optional(z.enum(messageStates)),
  assignedTo: z.optional(z.nullable(uuid())),
  /** The assignee on screen; 409 if it has changed. */
  assignedFrom: z.optional(z.nullable(uuid())),
  /** Ends texts to this number, at its owner's request. */
  textsStopped: z.optional(z.literal(true)),
})

export const ReplyForm = z.strictObject({
  message: required(text('Please enter a message'), 4000),
  /** The number of replies on screen; 409 if someone has answered since. */
  seenReplies: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(10_000))),
})

export const messageSorts = ['name', 'subject', 'created'] as const

export const contact = endpoints({
  'POST /api/contact': {
    summary: 'Send a message to the office; customers may name one of their visits',
    allow: ['public'],
    changes: ['contact_messages'],
    body: ContactForm,
    response: done,
    status: 201,
    errors: [404],
  },
  'GET /api/admin/messages': {
    reads: 'much',
    summary:
      "The office's inbox: open messages first, then the newest; ?filter=open, done, or mine (open and assigned to the caller), ?search in sender, subject and text",
    allow: ['admin'],
    shows: ['contact_messages'],
    query: z.strictObject({
      ...listQuery(messageSorts),
      filter: z.optional(z.enum(messageFilters)),
    }),
    response: z.array(Message),
  },
  'GET /api/admin/messages/{id}': {
    summary: 'One message with its replies',
    allow: ['admin'],
    shows: ['contact_messages'],
    response: MessageThread,
    errors: [404],
  },
  'PATCH /api/admin/messages/{id}': {
    summary:
      'Assign or unassign a message; mark it done or reopen it; end texts to its number. 409 if someone else was first',
    allow: ['admin'],
    changes: ['contact_messages', 'customers', 'notifications'],
    body: MessageChange,
    response: MessageThread,
    errors: [404, 409],
  },
  'POST /api/admin/messages/{id}/reply': {
    summary:
      "Answer by e-mail in the sender's language, or a text by text; the message is then done. 409 without an address or after an opt-out (details.reason no_address), or if someone has answered since",
    allow: ['admin'],
    changes: ['contact_messages', 'notifications'],
    body: ReplyForm,
    response: MessageThread,
    status: 201,
    errors: [404, 409],
    idempotent: 'in transaction',
  },
  'POST /api/telephony/inbound': {
    summary:
      "Webhook of the telephony provider for a text message to the business's number, signed; adds it to the inbox. 404 without a provider",
    allow: ['public'],
    changes: ['contact_messages', 'customers', 'notifications'],
    rawBody: { maxBytes: 65_536 },
    response: empty,
    errors: [404],
  },
})
