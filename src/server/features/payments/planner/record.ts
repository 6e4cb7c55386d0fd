import { randomUUID } from 'node:crypto'
import type { Answer, CardPayment, CardRefund, SavedCard } from '#server/adapters/cards/port.ts'
import {
  type DeclineReason,
  isFinalDecline,
  savesCard,
  storedCardTries,
} from '#shared/rules/payments.ts'
import { type Change, type Facts, type Op, openHold, type OpResult, unchanged } from './facts.ts'
import { believePayment, believeRefund, blockRefunds, extend, putHold } from './reconcile.ts'

/** What the network said to an op; which fields are there depends on the op's kind. */
export type Reply = {
  card?: SavedCard
  payments?: readonly CardPayment[]
  refund?: CardRefund
}

const minuteMs = 60_000
/** Pauses after an unknown outcome: at once, then ever longer. */
const unknownPauses = [0, 5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs]
/** Pauses between tries of a stored card whose owner is away. */
const declinePauses = [60 * minuteMs, 24 * 60 * minuteMs]
const pendingRefundPause = 60 * minuteMs

/** Writes down what came of an op. Changes nothing when somebody else has written it already. */
export function recordAnswer(facts: Facts, op: Op, answer: Answer<Reply>, now: Date): Change {
  if (facts.op?.id !== op.id) return unchanged(facts)
  if (answer.outcome === 'unknown') return tryLater(facts, now)
  if (answer.outcome === 'declined') {
    if (op.kind === 'release') return tryLater(facts, now)
    return recordDecline(close(facts, op, 'declined', answer.reason), op, answer.reason, now)
  }
  if (op.kind === 'release' && answer.value.payments?.[0]?.status === 'approved')
    return tryLater(facts, now)
  return recordReply(close(facts, op, 'done', null), op, answer.value, now)
}

function close(facts: Facts, op: Op, result: OpResult['result'], code: string | null): Change {
  return { ...unchanged({ ...facts, op: null }), closed: { id: op.id, result, code } }
}

function tryLater(facts: Facts, now: Date): Change {
  const op = facts.op
  if (!op) return unchanged(facts)
  const pause = unknownPauses[Math.min(op.attempts, unknownPauses.length) - 1] ?? 0
  const nextTryAt = new Date(now.getTime() + pause)
  return unchanged({ ...facts, op: { ...op, leaseUntil: null, nextTryAt } })
}

function recordReply(closed: Change, op: Op, reply: Reply, now: Date): Change {
  let change = closed
  for (const payment of reply.payments ?? []) change = believePayment(change, payment, now)
  if (reply.refund && op.paymentId)
    change = believeRefund(change, op.paymentId, reply.refund, 'orchestrator')
  if (reply.card) change = storeCard(change, reply.card, now)
  if (op.kind === 'hold' || op.kind === 'charge') change = extend(change, acceptedCard)
  if (op.kind === 'change') change = fixHoldUnless(change, op.cents)
  if (op.kind === 'capture') change = refuseCapture(change)
  return planNextRead(change, op, now)
}

const acceptedCard = { holdAsked: false, cardTries: 0, retryAt: null, lastDecline: null }

function storeCard(change: Change, saved: SavedCard, now: Date): Change {
  const card = {
    id: randomUUID(),
    networkCardId: saved.cardId,
    networkCustomerId: saved.customerId,
    brand: saved.brand,
    last4: saved.last4,
  }
  const holdAsked = !savesCard(change.facts.job.startsAt, now)
  return extend(change, { ...acceptedCard, card, holdAsked })
}

function recordDecline(change: Change, op: Op, reason: DeclineReason, now: Date): Change {
  switch (op.kind) {
    case 'save_card':
      return extend(change, { lastDecline: reason })
    case 'hold':
    case 'charge':
      return cardDeclined(change, op, reason, now)
    case 'change':
      return fixHoldUnless(change, -1)
    case 'capture':
      return refuseCapture(change)
    case 'refund':
      return blockRefunds(change, op.paymentId ?? '', `refund-refused:${op.id}`, op.cents)
    default:
      return planNextRead(change, op, now)
  }
}

/** Somebody who is present is told and brings another card; one who is away gets a few tries. */
function cardDeclined(change: Change, op: Op, reason: DeclineReason, now: Date): Change {
  if (op.token) return extend(change, { lastDecline: reason })
  if (op.buyerPresent) return extend(change, { card: null, holdAsked: false, lastDecline: reason })
  const tries = isFinalDecline(reason) ? storedCardTries : change.facts.cardTries + 1
  const pause = declinePauses[Math.min(tries, declinePauses.length) - 1] ?? 0
  const retryAt = new Date(now.getTime() + pause)
  return extend(change, { cardTries: tries, retryAt, lastDecline: reason })
}

/** A hold that would not take the wanted amount is captured as it is, and the difference settled apart. */
function fixHoldUnless(change: Change, cents: number): Change {
  const hold = openHold(change.facts)
  return hold && hold.cents !== cents ? putHold(change, { ...hold, fixed: true }) : change
}

/** A hold still open after its capture is given back, and the stored card charged instead. */
function refuseCapture(change: Change): Change {
  const hold = openHold(change.facts)
  return hold ? putHold(change, { ...hold, refused: true }) : change
}

/** A refund that is pending is looked at again, should its event get lost. */
function planNextRead(change: Change, op: Op, now: Date): Change {
  const { refunds, syncAt } = change.facts
  const pending = refunds.some((refund) => refund.status === 'pending')
  if (!pending || syncAt || (op.kind !== 'read' && op.kind !== 'refund')) return change
  return extend(change, { syncAt: new Date(now.getTime() + pendingRefundPause) })
}
