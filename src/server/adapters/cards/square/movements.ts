import type { Square, SquareClient } from 'square'
import { holdDays } from '#shared/rules/payments.ts'
import type { CardMovement, CardMovements } from '../port.ts'
import { centsOf, paymentOf, refundOf } from './payments.ts'

const dayMs = 86_400_000
/** Square lists payments by creation time; a captured payment was created at most this long before. */
const madeBeforeMs = (holdDays + 1) * dayMs
const pageSize = 100

type Span = { from: Date; to: Date; cursor?: string | undefined }

/** A page of captures, then of refunds, in [from, to) at a location. The cursor names the list and holds Square's own cursor. */
export async function listSquareMovements(
  square: SquareClient,
  locationId: string,
  { from, to, cursor = 'captured:' }: Span,
): Promise<CardMovements> {
  const [, list, theirs] = /^(captured|refunded):(.*)$/s.exec(cursor) ?? []
  if (!list) throw new Error('No cursor of Square')
  const wanted = {
    locationId,
    limit: pageSize,
    sortOrder: 'ASC',
    // Square does not document whether the end is included, so we ask for a little more and cut it here.
    endTime: new Date(to.getTime() + 1000).toISOString(),
    ...(theirs && { cursor: theirs }),
  }
  const within = ({ at }: CardMovement) => at >= from && at < to
  if (list === 'captured') {
    const beginTime = new Date(from.getTime() - madeBeforeMs).toISOString()
    const { data, response } = await square.payments.list({ ...wanted, beginTime })
    const next = response.cursor ? `captured:${response.cursor}` : 'refunded:'
    return { movements: data.flatMap(captured).filter(within), next }
  }
  const { data, response } = await square.refunds.list({
    ...wanted,
    beginTime: new Date(from.getTime() - 1000).toISOString(),
  })
  const next = response.cursor ? `refunded:${response.cursor}` : null
  return { movements: data.flatMap(refunded).filter(within), next }
}

/** Cash and checks taken by a cashier at the location are not ours. */
const isByCard = (sourceType: string | undefined) =>
  sourceType === undefined || sourceType === 'CARD' || sourceType === 'WALLET'

function captured(payment: Square.Payment): CardMovement[] {
  const read = paymentOf(payment)
  const at = payment.cardDetails?.cardPaymentTimeline?.capturedAt ?? payment.createdAt
  if (read?.status !== 'completed' || !at || !isByCard(payment.sourceType)) return []
  const { id, cents } = read
  const reference = payment.referenceId ?? null
  const kind = 'captured'
  return [{ kind, id, paymentId: id, cents, status: 'completed', at: new Date(at), reference }]
}

function refunded(refund: Square.PaymentRefund): CardMovement[] {
  const read = refundOf(refund)
  const { paymentId, createdAt, destinationType } = refund
  if (!read || !paymentId || !createdAt || !isByCard(destinationType ?? undefined)) return []
  const { id, status } = read
  const cents = centsOf(refund.amountMoney)
  const at = new Date(createdAt)
  return [{ kind: 'refunded', id, paymentId, cents, status, at, reference: null }]
}
