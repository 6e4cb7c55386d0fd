import * as z from 'zod/mini'
import { mailPreferences } from '../rules/mail-preferences.ts'
import { text } from '../texts/t.ts'
import { endpoints, redirect } from './endpoint.ts'
import { done, instant, page, uuid } from './fields.ts'

export const Notification = z.object({
  id: z.string(),
  /** The event's name, see `shared/rules/events.ts`. */
  type: z.string(),
  title: z.string(),
  message: z.string(),
  jobId: z.nullable(z.string()),
  /** The visit, if the person may see it. */
  job: z.nullable(z.object({ serviceAddress: z.string() })),
  /** The path it links to; null for none. */
  path: z.nullable(z.string()),
  read: z.boolean(),
  createdAt: instant,
})
export type Notification = z.infer<typeof Notification>

const cutShort = text('This link is not complete.')
const tokenParams = z.strictObject({
  token: z.string().check(z.regex(/^[\w-]{36,200}$/, cutShort)),
})
/** The preference a mail's unsubscribe link switches off, and its current value. */
const Wanted = z.object({ preference: z.enum(mailPreferences), wanted: z.boolean() })

export const notifications = endpoints({
  'GET /api/notifications': {
    summary: 'Own notifications, newest first; 100 unless ?limit is given',
    allow: ['person'],
    shows: ['notifications'],
    query: z.strictObject(page),
    response: z.array(Notification),
  },
  'PATCH /api/notifications/read': {
    summary: 'Mark own notifications read, up to the newest one seen',
    allow: ['person'],
    changes: ['notifications'],
    body: z.strictObject({ upTo: uuid() }),
    response: done,
    errors: [404],
  },
  'PATCH /api/notifications/{id}/read': {
    summary: 'Mark one notification read',
    allow: ['person'],
    changes: ['notifications'],
    response: done,
    errors: [404],
  },
  'POST /api/unsubscribe/{token}': {
    summary:
      "Unsubscribe by a mail's link without signing in; mail clients post a form here (RFC 8058)",
    allow: ['public'],
    changes: ['account'],
    params: tokenParams,
    rawBody: { maxBytes: 16_384 },
    response: Wanted,
    errors: [404],
  },
  'POST /api/unsubscribe/{token}/undo': {
    summary: 'Re-enable what the unsubscribe link switched off',
    allow: ['public'],
    changes: ['account'],
    params: tokenParams,
    response: Wanted,
    errors: [404],
  },
  'GET /api/unsubscribe/{token}': {
    summary: 'The unsubscribe link opened in a browser: redirects to a confirmation page',
    allow: ['public'],
    shows: [],
    params: tokenParams,
    response: redirect,
    errors: [404],
  },
  'GET /api/unsubscribe/{token}/preference': {
    summary: 'The preference an unsubscribe link switches off, and its current value',
    allow: ['public'],
    shows: ['account'],
    params: tokenParams,
    response: Wanted,
    errors: [404],
  },
})
