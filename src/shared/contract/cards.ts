import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { calendarDate, done } from './fields.ts'
import { cardFields } from './payments.ts'

/** A card its owner saved for later visits, with the details printed on receipts. */
export const SavedCard = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  /** YYYY-MM; null if the card network does not report it. */
  expires: z.nullable(z.string()),
  /** Its expiry month is over. */
  expired: z.boolean(),
  isDefault: z.boolean(),
  /** Unsettled visits that use it; dates are business-local. */
  visits: z.array(z.object({ jobId: z.string(), jobNumber: z.string(), date: calendarDate })),
})
export type SavedCard = z.infer<typeof SavedCard>

export const cards = endpoints({
  'GET /api/payments/cards': {
    summary: 'Own saved cards, the default one first',
    allow: ['customer'],
    shows: ['cards'],
    response: z.array(SavedCard),
  },
  'POST /api/payments/cards': {
    summary:
      'Save a card for later visits by its one-time token; the same token again is the same card',
    allow: ['customer'],
    changes: ['cards'],
    body: z.strictObject({
      sourceId: cardFields.sourceId,
      /** Makes it the first one offered; the first saved card always is. */
      isDefault: z.optional(z.boolean()),
    }),
    response: SavedCard,
    errors: [409, 503],
    idempotent: 'repeatable',
  },
  'PATCH /api/payments/cards/{id}': {
    summary: 'Make a card the default',
    allow: ['customer'],
    changes: ['cards'],
    body: z.strictObject({ isDefault: z.literal(true) }),
    response: SavedCard,
    errors: [404],
  },
  'DELETE /api/payments/cards/{id}': {
    summary: 'Remove a saved card; unsettled visits keep using it',
    allow: ['customer'],
    changes: ['cards'],
    response: done,
    errors: [404],
  },
})
