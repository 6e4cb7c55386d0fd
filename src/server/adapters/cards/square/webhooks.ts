import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CardEvent } from '../port.ts'
import type { SquareAccount } from './client.ts'
import { disputeFrom } from './disputes.ts'

/** The header of the network's signature: HMAC-SHA256 over notification URL and raw body, base64. */
export const signatureHeader = 'x-square-hmacsha256-signature'

export const signSquareEvent = (
  { signatureKey, webhookUrl }: Pick<SquareAccount, 'signatureKey' | 'webhookUrl'>,
  rawBody: string,
): string =>
  createHmac('sha256', signatureKey)
    .update(webhookUrl + rawBody)
    .digest('base64')

const Money = z.object({ amount: z.number().int() })
const Event = z.object({
  event_id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  created_at: z.iso.datetime({ offset: true }).optional().catch(undefined),
  data: z
    .object({
      object: z
        .object({
          payment: z.object({ id: z.string() }).optional(),
          refund: z.object({ payment_id: z.string().nullish() }).optional(),
          dispute: z
            .object({
              id: z.string().nullish(),
              dispute_id: z.string().nullish(),
              state: z.string().nullish(),
              amount_money: Money.nullish(),
              due_at: z.iso.datetime({ offset: true }).nullish().catch(undefined),
              disputed_payment: z.object({ payment_id: z.string().nullish() }).nullish(),
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
})

/** The event in a webhook's body; null if Square did not sign it or it holds no event. */
export function readSquareEvent(
  account: Pick<SquareAccount, 'signatureKey' | 'webhookUrl'>,
  rawBody: string,
  signature: unknown,
): CardEvent | null {
  if (typeof signature !== 'string') return null
  const [given, right] = [Buffer.from(signature), Buffer.from(signSquareEvent(account, rawBody))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const event = Event.safeParse(jsonOf(rawBody))
  if (!event.success) return null
  const { event_id: id, type, created_at: at, data } = event.data
  const { payment, refund, dispute } = data?.object ?? {}
  const disputeId = dispute?.id ?? dispute?.dispute_id
  return {
    id,
    type,
    paymentId: payment?.id ?? refund?.payment_id ?? dispute?.disputed_payment?.payment_id ?? null,
    ...(at && { at: new Date(at) }),
    ...(dispute &&
      disputeId && {
        dispute: disputeFrom({
          id: disputeId,
          cents: dispute.amount_money?.amount ?? 0,
          state: dispute.state,
          dueAt: dispute.due_at,
        }),
      }),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
