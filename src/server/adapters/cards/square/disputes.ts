import type { Square, SquareClient } from 'square'
import type { CardDispute, CardDisputes } from '../port.ts'
import { centsOf } from './payments.ts'

type SentDispute = {
  id: string
  cents: number
  state: string | null | undefined
  /** ISO 8601. */
  dueAt: string | null | undefined
}

/** A dispute in the port's shape. Any state not listed below waits for evidence or the bank. */
export const disputeFrom = ({ id, cents, state, dueAt }: SentDispute): CardDispute => ({
  id,
  cents,
  state: states[state ?? ''] ?? 'open',
  ...(dueAt && { respondBy: dueAt }),
})

const states: Record<string, CardDispute['state']> = {
  INQUIRY_EVIDENCE_REQUIRED: 'inquiry',
  INQUIRY_PROCESSING: 'inquiry',
  WON: 'won',
  INQUIRY_CLOSED: 'closed',
  LOST: 'lost',
  ACCEPTED: 'lost',
}

/** A page of the disputes at a location. */
export async function listSquareDisputes(
  square: SquareClient,
  locationId: string,
  cursor: string | undefined,
): Promise<CardDisputes> {
  const { data, response } = await square.disputes.list({ locationId, ...(cursor && { cursor }) })
  return { disputes: data.flatMap(listed), next: response.cursor ?? null }
}

function listed(dispute: Square.Dispute): CardDisputes['disputes'] {
  const id = dispute.id ?? dispute.disputeId
  const paymentId = dispute.disputedPayment?.paymentId
  if (!id || !paymentId) return []
  const { state, dueAt } = dispute
  const cents = centsOf(dispute.amountMoney)
  return [{ ...disputeFrom({ id, cents, state, dueAt }), paymentId }]
}
