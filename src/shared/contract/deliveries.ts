import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { instant, page } from './fields.ts'

/** `failed`: refused; `waiting`: will be retried; `skipped`: no longer or never wanted. */
export const deliveryStates = ['failed', 'waiting', 'skipped'] as const

const Delivery = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms', 'push']),
  recipient: z.string(),
  subject: z.string(),
  at: instant,
  /** The mail server's or provider's answer, or why it was not sent; '' without an answer. */
  reason: z.string(),
  job: z.nullable(z.object({ id: z.string(), number: z.string() })),
})
export type Delivery = z.infer<typeof Delivery>

export const deliveries = endpoints({
  'GET /api/admin/deliveries': {
    reads: 'much',
    summary:
      'Mails, texts and push messages that were not delivered, with the reason; newest first',
    allow: ['admin'],
    // They fail in the background, some time after their cause.
    shows: [],
    query: z.strictObject({ ...page, state: z.optional(z.enum(deliveryStates)) }),
    response: z.array(Delivery),
  },
})
