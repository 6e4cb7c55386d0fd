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
    summary: 'Which card network there is, and what it said of our account the last time',
    allow: ['admin'],
    shows: ['payments'],
    response: CardNetworkState,
  },
  'POST /api/admin/card-network/check': {
    summary: 'Ask the card network about our account now',
    allow: ['admin'],
    changes: ['payments'],
    response: CardNetworkState,
  },
  'GET /api/admin/card-network/events': {
    reads: 'much',
    summary: 'The newest hundred webhooks that were taken, newest first',
    allow: ['admin'],
    shows: ['payments'],
    response: z.array(CardNetworkEvent),
  },
  'POST /api/admin/card-network/events/{id}/replay': {
    summary:
      'Do once more what a webhook is about: its payment is read anew. To the same end, however often',
    allow: ['admin'],
    changes: ['jobs', 'payments', 'notifications'],
    params: eventParams,
    response: done,
    errors: [404, 503],
  },
})
