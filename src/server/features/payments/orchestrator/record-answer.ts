import { randomUUID } from 'node:crypto'
import type { Answer, CardPayment, CardRefund, SavedCard } from '#server/adapters/cards/port.ts'
import {
  type DeclineReason,
  isFinalDecline,
  savesCard,
  storedCardTries,
} from '#shared/rules/payments.ts'
import {
  type Card,
  type Change,
  type PaymentAccount,
  type Operation,
  openHold,
  type OperationResult,
  unchanged,
} from './payment-account.ts'
import { reconcilePayment, reconcileRefund, blockRefunds, extend, putHold } from './reconcile.ts'

/** The network's answer to an operation; its fields depend on the operation's kind. */
export type Reply = {
  card?: SavedCard
  payments?: readonly CardPayment[]
  refund?: CardRefund
}

const minuteMs = 60_000
/** Pauses after unknown outcomes: none at first, then longer and longer. */
const unknownPauses = [0, 5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs]
/** Pauses between tries of a stored card with its owner away. */
const declinePauses = [60 * minuteMs, 24 * 60 * minuteMs]
const pendingRefundPause = 60 * minuteMs

/** Records the outcome of an operation. Changes nothing when it is already recorded. */
export function recordAnswer(
  account: PaymentAccount,
  operation: Operation,
  answer: Answer<Reply>,
  now: Date,
): Change {
  if (account.operation?.id !== operation.id) return unchanged(account)
  if (answer.outcome === 'unknown') return tryLater(account, now, answer.retryAfterMs)
  if (answer.outcome === 'declined') {
    if (operation.kind === 'release') return tryLater(account, now)
    return recordDecline(
      close(account, operation, 'declined', answer.reason),
      operation,
      answer.reason,
      now,
    )
  }
  if (operation.kind === 'release' && answer.value.payments?.[0]?.status === 'approved')
    return tryLater(account, now)
  return recordReply(close(account, operation, 'done', null), operation, answer.value, now)
}

function close(
  account: PaymentAccount,
  operation: Operation,
  result: OperationResult['result'],
  code: string | null,
): Change {
  return {
    ...unchanged({ ...account, operation: null }),
    closed: { id: operation.id, result, code },
  }
}

function tryLater(account: PaymentAccount, now: Date, wantedMs = 0): Change {
  const operation = account.operation
  if (!operation) return unchanged(account)
  const pause = unknownPauses[Math.min(operation.attempts, unknownPauses.length) - 1] ?? 0
  const nextTryAt = new Date(now.getTime() + Math.max(pause, wantedMs))
  return unchanged({ ...account, operation: { ...operation, leaseUntil: null, nextTryAt } })
}

function recordReply(closed: Change, operation: Operation, reply: Reply, now: Date): Change {
  let change = closed
  const purpose = operation.kind === 'tip' ? 'tip' : 'visit'
  for (const payment of reply.payments ?? [])
    change = reconcilePayment(change, payment, now, { purpose, wallet: operation.wallet })
  if (reply.refund && operation.paymentId)
    change = reconcileRefund(change, operation.paymentId, reply.refund, 'orchestrator')
  if (reply.card) change = putOnFile(change, operation, reply.card, now)
  // Reserving with a wallet ends the agreement to the previously stored card.
  if (operation.kind === 'hold' && operation.wallet) change = extend(change, { card: null })
  if (operation.kind === 'hold' || operation.kind === 'charge')
    change = keepGood(extend(change, acceptedCard), now)
  if (operation.kind === 'change') change = fixHoldUnless(change, operation.cents)
  if (operation.kind === 'capture') change = refuseCapture(change)
  return planNextRead(change, operation, now)
}

const acceptedCard = { holdAsked: false, cardTries: 0, retryAt: null, lastDecline: null }

function putOnFile(
  change: Change,
  { saveForLater = false }: Operation,
  saved: SavedCard,
  now: Date,
): Change {
  const holdAsked = !savesCard(change.account.job.startsAt, now)
  // It is not charged until the visit is near, so being put on file is all it can prove.
  const keptAt = saveForLater && !holdAsked ? now : null
  const card = { ...cardOnFile(saved, keptAt), toKeep: saveForLater }
  return extend(change, { ...acceptedCard, card, holdAsked })
}

/** Saves a card for later visits once it has worked; a declined one is not saved. */
function keepGood(change: Change, now: Date): Change {
  const { card } = change.account
  if (!card?.toKeep || card.keptAt) return change
  return extend(change, { card: { ...card, keptAt: now } })
}

/** A card the network has put on file; `keptAt`: when its owner saved it for any visit. */
export const cardOnFile = (saved: SavedCard, keptAt: Date | null): Card => ({
  id: randomUUID(),
  networkCardId: saved.cardId,
  networkCustomerId: saved.customerId,
  brand: saved.brand,
  last4: saved.last4,
  expires: saved.expires ?? null,
  fingerprint: saved.fingerprint ?? null,
  keptAt,
  toKeep: keptAt !== null,
  removedAt: null,
})

function recordDecline(
  change: Change,
  operation: Operation,
  reason: DeclineReason,
  now: Date,
): Change {
  switch (operation.kind) {
    case 'save_card':
      return extend(change, { lastDecline: reason })
    case 'hold':
    case 'charge':
      return cardDeclined(change, operation, reason, now)
    case 'change':
      return fixHoldUnless(change, -1)
    case 'capture':
      return refuseCapture(change)
    case 'refund':
      return blockRefunds(
        change,
        operation.paymentId ?? '',
        `refund-refused:${operation.id}`,
        operation.cents,
      )
    default:
      return planNextRead(change, operation, now)
  }
}

/** A customer who is present sees it and enters another card; with the owner away it is tried a few times. */
function cardDeclined(
  change: Change,
  operation: Operation,
  reason: DeclineReason,
  now: Date,
): Change {
  if (operation.token) return extend(change, { lastDecline: reason })
  if (operation.buyerPresent)
    return extend(change, { card: null, holdAsked: false, lastDecline: reason })
  const tries = isFinalDecline(reason) ? storedCardTries : change.account.cardTries + 1
  const pause = declinePauses[Math.min(tries, declinePauses.length) - 1] ?? 0
  const retryAt = new Date(now.getTime() + pause)
  return extend(change, { cardTries: tries, retryAt, lastDecline: reason })
}

/** A hold whose amount cannot change is captured as it is, and the difference settled separately. */
function fixHoldUnless(change: Change, cents: number): Change {
  const hold = openHold(change.account)
  return hold && hold.cents !== cents ? putHold(change, { ...hold, fixed: true }) : change
}

/** A hold still open after its capture is released, and the stored card charged instead. */
function refuseCapture(change: Change): Change {
  const hold = openHold(change.account)
  return hold ? putHold(change, { ...hold, refused: true }) : change
}

/** A pending refund is read again, in case its event is lost. */
function planNextRead(change: Change, operation: Operation, now: Date): Change {
  const { refunds, syncAt } = change.account
  const pending = refunds.some((refund) => refund.status === 'pending')
  if (!pending || syncAt || (operation.kind !== 'read' && operation.kind !== 'refund'))
    return change
  return extend(change, { syncAt: new Date(now.getTime() + pendingRefundPause) })
}
