import type { CardPayment, CardRefund } from '#server/adapters/cards/port.ts'
import { formatCents } from '#shared/texts/format.ts'
import { storePhrases } from '#shared/texts/stored-phrases.ts'
import { phrase } from '#shared/texts/t.ts'
import type { Change, Discrepancy, Facts, Hold, LedgerEntry, Money, Refund } from './facts.ts'
import { dueOf, netOf } from './facts.ts'

/** Adds facts, ledger entries and discrepancies to a change. */
export function extend(
  change: Change,
  facts: Partial<Facts>,
  entries: LedgerEntry[] = [],
  discrepancies: Discrepancy[] = [],
): Change {
  return {
    ...change,
    facts: { ...change.facts, ...facts },
    entries: [...change.entries, ...entries],
    discrepancies: [...change.discrepancies, ...discrepancies],
  }
}

/** Makes our facts say what the network says of a payment. A refund we did not make came from its dashboard. */
export function believePayment(before: Change, payment: CardPayment, now: Date): Change {
  let change = before
  if (payment.status === 'approved') change = believeHold(change, payment, now)
  else change = endHold(change, payment, now)
  if (payment.status === 'completed') change = believeCapture(change, payment)
  for (const refund of payment.refunds)
    change = believeRefund(change, payment.id, refund, 'network')
  return change
}

function believeHold(change: Change, payment: CardPayment, now: Date): Change {
  const known = change.facts.holds.find((hold) => hold.paymentId === payment.id)
  const seen = {
    cents: payment.cents,
    expiresAt: payment.expiresAt ?? now,
    canRaise: payment.canRaise,
  }
  if (known) return putHold(change, { ...known, ...seen })
  const hold: Hold = {
    paymentId: payment.id,
    ...seen,
    fixed: false,
    refused: false,
    status: 'open',
  }
  return extend(change, { holds: [...change.facts.holds, hold] })
}

function endHold(change: Change, payment: CardPayment, now: Date): Change {
  const hold = change.facts.holds.find((known) => known.paymentId === payment.id)
  if (!hold || hold.status !== 'open') return change
  if (payment.status === 'completed') return putHold(change, { ...hold, status: 'captured' })
  if (payment.status === 'failed') return putHold(change, { ...hold, status: 'failed' })
  return putHold(change, { ...hold, status: now >= hold.expiresAt ? 'expired' : 'released' })
}

export function putHold(change: Change, hold: Hold): Change {
  const holds = change.facts.holds.map((row) => (row.paymentId === hold.paymentId ? hold : row))
  return extend(change, { holds })
}

function believeCapture(change: Change, payment: CardPayment): Change {
  if (change.facts.money.some((row) => row.paymentId === payment.id)) return change
  const row: Money = {
    paymentId: payment.id,
    capturedCents: payment.cents,
    refundedCents: 0,
    refundBlocked: false,
    cardBrand: payment.card?.brand ?? null,
    cardLast4: payment.card?.last4 ?? null,
  }
  return extend(change, { money: [...change.facts.money, row] }, [
    {
      ref: `captured:${payment.id}`,
      debit: 'cash',
      credit: 'receivable',
      cents: payment.cents,
      memo: 'Card charged',
    },
  ])
}

/** Records a refund once, and its failure once. */
export function believeRefund(
  change: Change,
  paymentId: string,
  refund: CardRefund,
  origin: Refund['origin'],
): Change {
  const known = change.facts.refunds.find((row) => row.refundId === refund.id)
  if (!known) return addRefund(change, paymentId, refund, origin)
  if (known.status === refund.status) return change
  const refunds = change.facts.refunds.map((row) =>
    row === known ? { ...row, status: refund.status } : row,
  )
  const moved = extend(change, { refunds })
  return refund.status === 'failed' ? takeBack(moved, paymentId, refund) : moved
}

function addRefund(
  change: Change,
  paymentId: string,
  refund: CardRefund,
  origin: Refund['origin'],
): Change {
  const { id: refundId, cents, status } = refund
  const refunds = [...change.facts.refunds, { refundId, paymentId, cents, status, origin }]
  if (status === 'failed')
    return blockRefunds(extend(change, { refunds }), paymentId, `refund:${refundId}`, cents)
  const before = change.facts
  const refunded = extend(change, { refunds, money: moveRefunded(before, paymentId, cents) }, [
    {
      ref: `refunded:${refundId}`,
      debit: 'receivable',
      credit: 'cash',
      cents,
      memo: origin === 'network' ? 'Refunded in the card dashboard' : 'Refunded',
    },
  ])
  return origin === 'network' ? forgive(refunded, before, refund) : refunded
}

/** What was given back in the dashboard is not asked for again: the amount due falls with it. */
function forgive(change: Change, before: Facts, refund: CardRefund): Change {
  const missing = Math.max(0, dueOf(before) - netOf(before))
  const due = Math.min(dueOf(before), netOf(change.facts) + missing)
  const lowered = dueOf(before) - due
  return extend(
    change,
    { adjustmentCents: change.facts.adjustmentCents - lowered },
    [],
    [
      {
        ref: `refund:${refund.id}`,
        detail: storePhrases([
          phrase('{amount} were refunded in the card dashboard', {
            amount: formatCents(refund.cents),
          }),
        ]),
      },
    ],
  )
}

function takeBack(change: Change, paymentId: string, refund: CardRefund): Change {
  const money = moveRefunded(change.facts, paymentId, -refund.cents)
  const entry: LedgerEntry = {
    ref: `refund-failed:${refund.id}`,
    debit: 'cash',
    credit: 'receivable',
    cents: refund.cents,
    memo: 'Refund failed',
  }
  const ref = `refund-failed:${refund.id}`
  return blockRefunds(extend(change, { money }, [entry]), paymentId, ref, refund.cents)
}

/** No further refund of this payment is tried; a person has to give the money back another way. */
export function blockRefunds(
  change: Change,
  paymentId: string,
  ref: string,
  cents: number,
): Change {
  const money = change.facts.money.map((row) =>
    row.paymentId === paymentId ? { ...row, refundBlocked: true } : row,
  )
  const detail = storePhrases([
    phrase('A refund of {amount} failed. Please return it another way', {
      amount: formatCents(cents),
    }),
  ])
  return extend(change, { money }, [], [{ ref, detail }])
}

function moveRefunded(facts: Facts, paymentId: string, cents: number): Money[] {
  return facts.money.map((row) =>
    row.paymentId === paymentId ? { ...row, refundedCents: row.refundedCents + cents } : row,
  )
}
