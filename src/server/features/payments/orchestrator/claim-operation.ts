import { randomUUID } from 'node:crypto'
import type {
  Change,
  PaymentAccount,
  LedgerEntry,
  Operation,
  OperationDraft,
} from './payment-account.ts'
import { dueOf, isOwed, unchanged } from './payment-account.ts'
import { nextOperation } from './next-operation.ts'

/** Longer than any call to the network may take. A repeated call is harmless, the lease only saves it. */
const leaseMs = 30_000

/** Who is waiting: a person ignores the pause after an unknown outcome, a start after a crash the lease as well. */
export type Urgency = 'routine' | 'person' | 'boot'

export type Claim = Change & { operation: Operation | null }

/** Takes the open operation, or decides and opens the next one; bills what the job's status asks for on the way. */
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
  // Forgotten when the read begins, not when it ends: an event in between asks for another one.
  const syncAt = draft?.kind === 'read' ? null : account.syncAt
  return { ...change, account: { ...account, syncAt, operation: leased }, operation: leased }
}

function mayTake(operation: Operation, now: Date, urgency: Urgency): boolean {
  if (urgency === 'boot') return true
  if (operation.leaseUntil && operation.leaseUntil > now) return false
  return urgency === 'person' || !operation.nextTryAt || operation.nextTryAt <= now
}

/** A new operation, nobody working on it yet. Its id (36 characters) is the idempotency key. */
export function opened(draft: OperationDraft): Operation {
  return { ...draft, id: randomUUID(), attempts: 0, nextTryAt: null, leaseUntil: null }
}

/** Revenue is what a completed job costs, and the fee of a cancelled one; anything else bills nothing. */
export function billableCents(account: PaymentAccount): number {
  return isOwed(account) ? dueOf(account) : 0
}

/** Bills what the job's status asks for. */
export function bill(account: PaymentAccount): Change {
  const more = billableCents(account) - account.billedCents
  if (more === 0) return unchanged(account)
  const entry: LedgerEntry = {
    ref: `bill:${randomUUID()}`,
    debit: more > 0 ? 'receivable' : 'revenue',
    credit: more > 0 ? 'revenue' : 'receivable',
    cents: Math.abs(more),
    memo: more > 0 ? 'Service billed' : 'Amount due lowered',
  }
  return {
    ...unchanged({ ...account, billedCents: account.billedCents + more }),
    entries: [entry],
  }
}
