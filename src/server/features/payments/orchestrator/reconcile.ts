import type { CardPayment, CardRefund } from '#server/adapters/cards/port.ts'
import type { LedgerAccount } from '#server/database/tables/ledger-entries.ts'
import type { PaymentPurpose } from '#server/database/tables/payment-records.ts'
import type { DisputeState } from '#shared/rules/disputes.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { formatCents } from '#shared/texts/format.ts'
import { storePhrases } from '#shared/texts/stored-phrases.ts'
import { phrase } from '#shared/texts/t.ts'
import {
  type Capture,
  type Change,
  type Discrepancy,
  type Hold,
  type LedgerEntry,
  lowered,
  netOf,
  type PaymentAccount,
  purposeOf,
  type Refund,
  wantedOf,
} from './payment-account.ts'

/** Adds changed account fields, ledger entries and discrepancies to a change. */
export function extend(
  change: Change,
  account: Partial<PaymentAccount>,
  entries: LedgerEntry[] = [],
  discrepancies: Discrepancy[] = [],
): Change {
  return {
    ...change,
    account: { ...change.account, ...account },
    entries: [...change.entries, ...entries],
    discrepancies: [...change.discrepancies, ...discrepancies],
  }
}

/** The ledger account for incoming money: what the customer owes, or owed to the technician. */
const against: Record<PaymentPurpose, LedgerAccount> = {
  visit: 'receivable',
  tip: 'tips_payable',
}
/** Begins the ref of an entry, and is what a receipt calls it by. */
const refs = {
  visit: { captured: 'captured', refunded: 'refunded', failed: 'refund-failed' },
  tip: { captured: 'tip', refunded: 'tip-refunded', failed: 'tip-refund-failed' },
} as const

type Made = { purpose?: PaymentPurpose; wallet?: Wallet | null | undefined }

/** Updates our account to the network's view of a payment. A refund we did not make came from its dashboard. */
export function reconcilePayment(
  before: Change,
  payment: CardPayment,
  now: Date,
  made: Made = {},
): Change {
  let change = before
  if (payment.status === 'approved') change = reconcileHold(change, payment, now, made)
  else change = endHold(change, payment, now)
  if (payment.status === 'completed') change = reconcileCapture(change, payment, made)
  for (const refund of payment.refunds)
    change = reconcileRefund(change, payment.id, refund, 'network')
  return change
}

function reconcileHold(change: Change, payment: CardPayment, now: Date, made: Made): Change {
  const known = change.account.holds.find((hold) => hold.paymentId === payment.id)
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
    ...shownCard(payment, made.wallet),
  }
  return extend(change, { holds: [...change.account.holds, hold] })
}

function endHold(change: Change, payment: CardPayment, now: Date): Change {
  const hold = change.account.holds.find((known) => known.paymentId === payment.id)
  if (!hold || hold.status !== 'open') return change
  if (payment.status === 'completed') return putHold(change, { ...hold, status: 'captured' })
  if (payment.status === 'failed') return putHold(change, { ...hold, status: 'failed' })
  return putHold(change, { ...hold, status: now >= hold.expiresAt ? 'expired' : 'released' })
}

export function putHold(change: Change, hold: Hold): Change {
  const holds = change.account.holds.map((row) => (row.paymentId === hold.paymentId ? hold : row))
  return extend(change, { holds })
}

const shownCard = ({ card }: CardPayment, wallet: Wallet | null = null) => ({
  cardBrand: card?.brand ?? null,
  cardLast4: card?.last4 ?? null,
  wallet,
})

function reconcileCapture(change: Change, payment: CardPayment, made: Made): Change {
  if (change.account.captures.some((row) => row.paymentId === payment.id)) return change
  const { purpose = 'visit' } = made
  const hold = change.account.holds.find((row) => row.paymentId === payment.id)
  const row: Capture = {
    paymentId: payment.id,
    purpose,
    capturedCents: payment.cents,
    refundedCents: 0,
    refundBlocked: false,
    disputedCents: 0,
    lostCents: 0,
    ...shownCard(payment, hold?.wallet ?? made.wallet),
  }
  const { captures, tipCents } = change.account
  const tip = purpose === 'tip' && { tipCents: tipCents + payment.cents }
  return extend(change, { captures: [...captures, row], ...tip }, [
    {
      ref: `${refs[purpose].captured}:${payment.id}`,
      debit: 'cash',
      credit: against[purpose],
      cents: payment.cents,
      memo: purpose === 'tip' ? 'Tip charged' : 'Card charged',
    },
  ])
}

/** Records a refund once, and its failure once. */
export function reconcileRefund(
  change: Change,
  paymentId: string,
  refund: CardRefund,
  origin: Refund['origin'],
): Change {
  const known = change.account.refunds.find((row) => row.refundId === refund.id)
  if (!known) return addRefund(change, paymentId, refund, origin)
  if (known.status === refund.status) return change
  const refunds = change.account.refunds.map((row) =>
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
  const refunds = [...change.account.refunds, { refundId, paymentId, cents, status, origin }]
  if (status === 'failed')
    return blockRefunds(extend(change, { refunds }), paymentId, `refund:${refundId}`, cents)
  const before = change.account
  const purpose = purposeOf(before, paymentId)
  const refunded = extend(change, { refunds, captures: moveRefunded(before, paymentId, cents) }, [
    {
      ref: `${refs[purpose].refunded}:${refundId}`,
      debit: against[purpose],
      credit: 'cash',
      cents,
      memo: origin === 'network' ? 'Refunded in the card dashboard' : 'Refunded',
    },
  ])
  return origin === 'network' ? forgive(refunded, before, refund, purpose) : refunded
}

/** A refund from the dashboard is not charged again: the amount due falls with it. */
function forgive(
  change: Change,
  before: PaymentAccount,
  refund: CardRefund,
  purpose: PaymentPurpose,
): Change {
  const wanted = wantedOf(before, purpose)
  const missing = Math.max(0, wanted - netOf(before, purpose))
  const less = wanted - Math.min(wanted, netOf(change.account, purpose) + missing)
  return extend(
    change,
    lowered(change.account, less, purpose),
    [],
    [
      {
        ref: `refund:${refund.id}`,
        detail: storePhrases([
          phrase('{amount} was refunded in the card dashboard', {
            amount: formatCents(refund.cents),
          }),
        ]),
      },
    ],
  )
}

function takeBack(change: Change, paymentId: string, refund: CardRefund): Change {
  const captures = moveRefunded(change.account, paymentId, -refund.cents)
  const purpose = purposeOf(change.account, paymentId)
  const entry: LedgerEntry = {
    ref: `${refs[purpose].failed}:${refund.id}`,
    debit: 'cash',
    credit: against[purpose],
    cents: refund.cents,
    memo: 'Refund failed',
  }
  const ref = `refund-failed:${refund.id}`
  return blockRefunds(extend(change, { captures }, [entry]), paymentId, ref, refund.cents)
}

/** Books money the office returned another way after the card network refused. */
export function giveBackWithoutCard(
  change: Change,
  { id, paymentId, cents }: { id: string; paymentId: string; cents: number },
): Change {
  const { account } = change
  const refundId = `office:${id}`
  const refund: Refund = { refundId, paymentId, cents, status: 'completed', origin: 'office' }
  const purpose = purposeOf(account, paymentId)
  const given = {
    refunds: [...account.refunds, refund],
    captures: moveRefunded(account, paymentId, cents),
    ...(purpose === 'visit' && { notifiedRefundedCents: account.notifiedRefundedCents + cents }),
  }
  return extend(change, given, [
    {
      ref: `${refs[purpose].refunded}:${refundId}`,
      debit: against[purpose],
      credit: 'cash',
      cents,
      memo: 'Refunded another way than the card',
    },
  ])
}

/** A dispute's amount: a part of the payment, or all of it if the network names none. */
type DisputedMoney = { id: string; paymentId: string; cents: number }

/**
 * Moves disputed money where its new state puts it: held back while open, lost when decided for the customer, else ours.
 * `from`: its state before, undefined for a new dispute. Refs make each step count once.
 */
export function moveDisputed(
  before: Change,
  { id, paymentId, cents }: DisputedMoney,
  { from, to }: { from: DisputeState | undefined; to: DisputeState },
): Change {
  let change = before
  const move = (held: number, lost: number, entry: Omit<LedgerEntry, 'cents'>) => {
    const captures = change.account.captures.map((row) =>
      row.paymentId === paymentId
        ? { ...row, disputedCents: row.disputedCents + held, lostCents: row.lostCents + lost }
        : row,
    )
    change = extend(change, { captures }, [{ ...entry, cents }])
  }
  // A lost dispute whose opening was never reported goes through both steps.
  if (to === 'open' || (to === 'lost' && from !== 'open'))
    move(cents, 0, {
      ref: `dispute-opened:${id}`,
      debit: 'disputed',
      credit: 'cash',
      memo: 'Held back for a dispute',
    })
  if (to === 'lost')
    move(-cents, cents, {
      ref: `dispute-lost:${id}`,
      debit: 'chargebacks',
      credit: 'disputed',
      memo: 'Dispute lost',
    })
  if (to === 'won' && from === 'open')
    move(-cents, 0, {
      ref: `dispute-won:${id}`,
      debit: 'cash',
      credit: 'disputed',
      memo: 'Dispute won',
    })
  return change
}

/** Stops refunds of this payment; the office has to return the money another way. */
export function blockRefunds(
  change: Change,
  paymentId: string,
  ref: string,
  cents: number,
): Change {
  const captures = change.account.captures.map((row) =>
    row.paymentId === paymentId ? { ...row, refundBlocked: true } : row,
  )
  const detail = storePhrases([
    phrase('A refund of {amount} failed. Please refund it another way', {
      amount: formatCents(cents),
    }),
  ])
  return extend(change, { captures }, [], [{ ref, detail, stuck: { cents, paymentId } }])
}

function moveRefunded(account: PaymentAccount, paymentId: string, cents: number): Capture[] {
  return account.captures.map((row) =>
    row.paymentId === paymentId ? { ...row, refundedCents: row.refundedCents + cents } : row,
  )
}
