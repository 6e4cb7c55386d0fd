import { randomUUID } from 'node:crypto'
import { salesTaxIn } from '#shared/rules/visit-cost.ts'
import {
  type Change,
  dueOf,
  isOwed,
  type LedgerEntry,
  type Operation,
  type OperationDraft,
  type PaymentAccount,
  taxCollectedOf,
  unchanged,
} from './payment-account.ts'
import { nextOperation } from './next-operation.ts'

/** Longer than any call to the network may take. A repeated call is harmless; the lease only avoids it. */
const leaseMs = 30_000

/** The reason for the run: `person` skips the pause after an unknown outcome, `boot` after a crash the lease as well. */
export type Urgency = 'routine' | 'person' | 'boot'

type Claim = Change & { operation: Operation | null }

/** Claims the open operation, or decides and opens the next one; bills what the job's status requires first. */
export function claimOperation(before: PaymentAccount, now: Date, urgency: Urgency): Claim {
  const change = bill(before)
  const { account } = change
  if (account.operation && !mayTake(account.operation, now, urgency))
    return { ...change, operation: null }
  const draft = account.operation ? null : nextOperation(account, now)
  const operation = account.operation ?? (draft && opened(draft))
  if (!operation) return { ...change, operation: null }
  const leased = {
    ...operation,
    attempts: operation.attempts + 1,
    leaseUntil: new Date(now.getTime() + leaseMs),
  }
  // Cleared when the read begins, not when it ends: an event in between requests another one.
  const syncAt = draft?.kind === 'read' ? null : account.syncAt
  return { ...change, account: { ...account, syncAt, operation: leased }, operation: leased }
}

function mayTake(operation: Operation, now: Date, urgency: Urgency): boolean {
  if (urgency === 'boot') return true
  if (operation.leaseUntil && operation.leaseUntil > now) return false
  return urgency === 'person' || !operation.nextTryAt || operation.nextTryAt <= now
}

/** A new operation, not claimed yet. Its id (36 characters) is the idempotency key. */
export function opened(draft: OperationDraft): Operation {
  return { ...draft, id: randomUUID(), attempts: 0, nextTryAt: null, leaseUntil: null }
}

/** Amounts the books should show: the cost of a completed job, the fee of a cancelled one, nothing otherwise. */
function wantedBooks(account: PaymentAccount) {
  const billedCents = isOwed(account) ? dueOf(account) : 0
  return {
    billedCents,
    billedTaxCents: salesTaxIn(billedCents, account.job),
    taxCollectedCents: taxCollectedOf(account),
  }
}

/** Whether the books show those amounts. */
export function isBooked(account: PaymentAccount): boolean {
  const wanted = wantedBooks(account)
  return (
    wanted.billedCents === account.billedCents &&
    wanted.billedTaxCents === account.billedTaxCents &&
    wanted.taxCollectedCents === account.taxCollectedCents
  )
}

/** Bills what the job's status requires, sales tax separate from revenue. */
export function bill(account: PaymentAccount): Change {
  if (isBooked(account)) return unchanged(account)
  const wanted = wantedBooks(account)
  const tax = wanted.billedTaxCents - account.billedTaxCents
  const revenue = wanted.billedCents - account.billedCents - tax
  const collected = wanted.taxCollectedCents - account.taxCollectedCents
  const entries = [
    transfer('bill', { debit: 'receivable', credit: 'revenue' }, revenue, [
      'Service billed',
      'Amount due lowered',
    ]),
    transfer('bill-tax', { debit: 'receivable', credit: 'tax_billed' }, tax, [
      'Sales tax billed',
      'Sales tax lowered',
    ]),
    transfer('tax', { debit: 'tax_billed', credit: 'tax_payable' }, collected, [
      'Sales tax received',
      'Sales tax refunded',
    ]),
  ]
  return {
    ...unchanged({ ...account, ...wanted }),
    entries: entries.filter(({ cents }) => cents > 0),
  }
}

type Accounts = Pick<LedgerEntry, 'debit' | 'credit'>

/** Moves cents from one account to another, or back when negative. */
function transfer(
  ref: string,
  { debit, credit }: Accounts,
  cents: number,
  [memo, memoBack]: readonly [string, string],
): LedgerEntry {
  const forth = { debit, credit, memo }
  const back = { debit: credit, credit: debit, memo: memoBack }
  return { ref: `${ref}:${randomUUID()}`, cents: Math.abs(cents), ...(cents > 0 ? forth : back) }
}
