import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { detailPlease } from '../rules/contact-details.ts'
import { endpoints } from './endpoint.ts'
import {
  done,
  email,
  idParams,
  instant,
  listQuery,
  phone,
  required,
  requiredLine,
} from './fields.ts'

const ContactForm = z.strictObject({
  name: requiredLine(detailPlease.name, 120),
  email: email(),
  phone: z.optional(phone),
  subject: requiredLine(text('Please enter a subject'), 150),
  message: required(text('Please enter a message'), 4000),
})
export type ContactForm = z.infer<typeof ContactForm>

export const ContactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string(),
  message: z.string(),
  handled: z.boolean(),
  createdAt: instant,
})
export type ContactMessage = z.infer<typeof ContactMessage>

export const contactMessageSorts = ['name', 'subject', 'created'] as const

export const contact = endpoints({
  'POST /api/contact': {
    summary: 'Write to the office',
    allow: ['public'],
    changes: ['contact_messages'],
    body: ContactForm,
    response: done,
    status: 201,
  },
  'GET /api/admin/contact-messages': {
    summary:
      'Messages to the office: those still to be handled first, then the newest; 200 unless ?limit says otherwise',
    allow: ['admin'],
    shows: ['contact_messages'],
    query: z.strictObject({
      ...listQuery(contactMessageSorts),
      handled: z.optional(z.enum(['true', 'false'])),
    }),
    response: z.array(ContactMessage),
  },
  'PATCH /api/admin/contact-messages/{id}': {
    summary: 'Mark a message handled, or to be handled again',
    allow: ['admin'],
    changes: ['contact_messages'],
    params: idParams,
    body: z.strictObject({ handled: z.boolean() }),
    response: ContactMessage,
    errors: [404],
  },
})
