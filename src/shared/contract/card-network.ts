import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { done, instant } from './fields.ts'

/** Which card network is connected, and whether it accepts our account. */
export const CardNetworkState = z.object({
  /** Null without card payments. */
  provider: z.nullable(z.enum(['square', 'simulator'])),
  environment: z.nullable(z.enum(['sandbox', 'production'])),
  /** Address the network must send webhooks to, if it needs one. */
  webhookUrl: z.nullable(z.string()),
  /** The network's answer about our account; null before it was asked or if there is nothing to ask. */
  check: z.nullable(
    z.object({
      state: z.enum(['ok', 'unreachable', 'refused']),
      facts: z.array(z.string()),
      at: instant,
    }),
  ),
})
export type CardNetworkState = z.infer<typeof CardNetworkState>

/** An accepted webhook. */
export const CardNetworkEvent = z.object({
  /** The network's id. */
  id: z.string(),
  type: z.string(),
  at: instant,
  /** The visit of the payment; null if the payment is not ours. */
  job: z.nullable(z.object({ id: z.string(), number: z.string() })),
  replayedAt: z.nullable(instant),
})
export type CardNetworkEvent = z.infer<typeof CardNetworkEvent>

/** The network's ids; Square's are UUIDs. */
const eventParams = z.strictObject({
  id: z.string(text('Unknown id')).check(z.regex(/^[\w-]{8,200}$/, text('Unknown id'))),
})

export const cardNetworkCalls = endpoints({
  'GET /api/admin/card-network': {
    summary: 'The connected card network and the result of its last check of our account',
    allow: ['admin'],
    shows: ['payments'],
    response: CardNetworkState,
  },
  'POST /api/admin/card-network/check': {
    summary: 'Have the card network check our account now',
    allow: ['admin'],
    changes: ['payments'],
    response: CardNetworkState,
  },
  'GET /api/admin/card-network/events': {
    reads: 'much',
    summary: 'The latest hundred accepted webhooks, newest first',
    allow: ['admin'],
    shows: ['payments'],
    response: z.array(CardNetworkEvent),
  },
  'POST /api/admin/card-network/events/{id}/replay': {
    summary: 'Handle a webhook again: its payment is read from the card network. Safe to repeat',
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    params: eventParams,
    response: done,
    errors: [404, 503],
  },
})
