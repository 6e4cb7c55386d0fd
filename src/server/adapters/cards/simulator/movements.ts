import type { CardMovement, CardMovements } from '../port.ts'
import type { Books, Records } from './books.ts'
import { aged } from './payments.ts'

/** Records per page of a list. */
export const pageSize = 100

/** Starts with the instant in UTC milliseconds at fixed width, so ids sort by time. */
export const movementId = (at: Date, networkId: string) => `${moment(at)}:${networkId}`

const moment = (at: Date) => String(at.getTime()).padStart(15, '0')

/** A page of captures and refunds between two instants, oldest first. */
export async function listMovements(
  books: Books,
  { from, to, cursor }: { from: Date; to: Date; cursor?: string | undefined },
  now: Date,
): Promise<CardMovements> {
  const range = { after: cursor ?? moment(from), before: moment(to), limit: pageSize }
  const noted = await books.list('movement', range)
  const movements: CardMovement[] = []
  for (const { id, record } of noted) {
    const movement = await movementOf(books, id, record, now)
    if (movement) movements.push(movement)
  }
  return { movements, next: noted.length === pageSize ? (noted.at(-1)?.id ?? null) : null }
}

async function movementOf(
  books: Books,
  id: string,
  { paymentId, refundId }: Records['movement'],
  now: Date,
): Promise<CardMovement | undefined> {
  const booked = await books.get('payment', paymentId)
  if (!booked) return undefined
  const payment = aged(booked, now)
  const at = new Date(Number(id.slice(0, id.indexOf(':'))))
  const { reference } = payment
  if (refundId === null)
    return {
      kind: 'captured',
      id: paymentId,
      paymentId,
      cents: payment.cents,
      status: 'completed',
      at,
      reference,
    }
  const refund = payment.refunds.find((one) => one.id === refundId)
  return (
    refund && {
      kind: 'refunded',
      id: refundId,
      paymentId,
      cents: refund.cents,
      status: refund.status,
      at,
      reference,
    }
  )
}
