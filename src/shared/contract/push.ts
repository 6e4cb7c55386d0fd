import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { done } from './fields.ts'

const unreadable = text('This browser gave no address for notifications.')
/** Fixed-length text of the URL-safe alphabet. */
const base64url = (length: number) =>
  z.string(unreadable).check(z.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), unreadable))

/** A browser's push subscription (Push API). */
export const PushSubscriptionForm = z.strictObject({
  endpoint: z.url(unreadable).check(z.maxLength(1000, unreadable)),
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
  /** IANA zone, to know the person's night hours. */
  timeZone: z.optional(z.string().check(z.maxLength(60))),
})
export type PushSubscriptionForm = z.infer<typeof PushSubscriptionForm>

export const push = endpoints({
  'GET /api/push/subscriptions': {
    summary:
      "Whether this session's browser is subscribed to notifications, and the key to subscribe with",
    allow: ['person'],
    shows: ['account'],
    response: z.object({ publicKey: z.string(), on: z.boolean() }),
  },
  'POST /api/push/subscriptions': {
    summary:
      "Subscribe this session's browser to notifications by Web Push, until the session ends",
    allow: ['person'],
    changes: ['account'],
    body: PushSubscriptionForm,
    response: done,
  },
  'DELETE /api/push/subscriptions': {
    summary: "Unsubscribe this session's browser from notifications",
    allow: ['person'],
    changes: ['account'],
    response: done,
  },
})
