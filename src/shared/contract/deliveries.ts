import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { instant, page } from './fields.ts'

/** `failed`: nobody took it; `waiting`: not taken yet, and tried again; `skipped`: not wanted any more, or never. */
export const deliveryStates = ['failed', 'waiting', 'skipped'] as const

const Delivery = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms', 'push']),
  recipient: z.string(),
  subject: z.string(),
  at: instant,
  /** What the mail server or the provider said, or why it was not sent; '' where nobody said anything. */
  reason: z.string(),
  job: z.nullable(z.object({ id: z.string(), number: z.string() })),
})
export type Delivery = z.infer<typeof Delivery>

export const deliveries = endpoints({
  'GET /api/admin/deliveries': {
    reads: 'much',
    summary: 'Mails, texts and push messages that did not arrive, and why; newest first',
    allow: ['admin'],
    // They fail in the background, some time after what they are about.
    shows: [],
    query: z.strictObject({ ...page, state: z.optional(z.enum(deliveryStates)) }),
    response: z.array(Delivery),
  },
})
