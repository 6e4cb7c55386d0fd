import { randomUUID } from 'node:crypto'
import { type DeclineReason, holdDays } from '#shared/rules/payments.ts'
import { unknown } from '../answers.ts'
import type { CardPayment, CardRefund } from '../port.ts'
import type { BookedPayment } from './books.ts'
import type { CardOutcome } from './simulated-cards.ts'

const dayMs = 86_400_000

/** The reason a card refuses to be checked, held or charged. */
export function refusal(
  outcome: CardOutcome,
  how: { buyerPresent: boolean; capture: boolean },
): DeclineReason | null {
  switch (outcome) {
    case 'declined':
    case 'insufficient_funds':
    case 'cvv':
    case 'expired':
    case 'postal_code':
      return outcome
    case 'verification':
      return how.buyerPresent ? null : 'verification_required'
    case 'capture_declined':
      return how.capture ? 'declined' : null
    default:
      return null
  }
}

/** A card accepted for storage may still decline an amount. */
export function fileRefusal(outcome: CardOutcome): DeclineReason | null {
  const spending = outcome === 'declined' || outcome === 'insufficient_funds'
  return spending ? null : refusal(outcome, { buyerPresent: true, capture: false })
}

export function newPayment(
  { outcome, brand, last4 }: { outcome: CardOutcome; brand: string; last4: string },
  cents: number,
  capture: boolean,
  reference: string,
  now: Date,
): BookedPayment {
  return {
    id: `sim_pay_${randomUUID()}`,
    outcome,
    status: capture ? 'completed' : 'approved',
    cents,
    expiresAt: now.getTime() + holdDays * dayMs,
    refunds: [],
    reference,
    card: { brand, last4 },
    lost: [],
  }
}

/** Applies the passing of time: holds expire, and pending refunds arrive or fail after a day. */
export function aged(payment: BookedPayment, now: Date): BookedPayment {
  const at = now.getTime()
  const arrived: CardRefund['status'] = payment.outcome === 'refund_fails' ? 'failed' : 'completed'
  const refunds = payment.refunds.map((refund) =>
    refund.status === 'pending' && at >= refund.at + dayMs
      ? { ...refund, status: arrived }
      : refund,
  )
  const ran = payment.status === 'approved' && at >= payment.expiresAt
  return { ...payment, refunds, status: ran ? 'canceled' : payment.status }
}

/** Cents still refundable; none after a failed refund. */
export function leftToRefund(payment: BookedPayment): number {
  const failed = payment.refunds.some((refund) => refund.status === 'failed')
  if (payment.status !== 'completed' || failed) return 0
  return payment.refunds.reduce((left, refund) => left - refund.cents, payment.cents)
}

export function newRefund(payment: BookedPayment, cents: number, now: Date) {
  const slow = payment.outcome === 'refund_fails' || payment.outcome === 'refund_pends'
  const status: CardRefund['status'] = slow ? 'pending' : 'completed'
  return { id: `sim_ref_${randomUUID()}`, cents, status, at: now.getTime() }
}

/** The payment in the port's shape. */
export function shown(payment: BookedPayment): CardPayment {
  return {
    id: payment.id,
    status: payment.status,
    cents: payment.cents,
    expiresAt: payment.status === 'approved' ? new Date(payment.expiresAt) : null,
    canRaise: payment.outcome !== 'no_raise',
    ...(payment.card && { card: payment.card }),
    refunds: payment.refunds.map(({ id, cents, status }) => ({ id, cents, status })),
  }
}

export const lost = unknown('TIMEOUT')
