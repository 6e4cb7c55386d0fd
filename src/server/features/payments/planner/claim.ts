import { randomUUID } from 'node:crypto'
import type { Change, Facts, LedgerEntry, Op, OpDraft } from './facts.ts'
import { dueOf } from './facts.ts'
import { nextStep } from './next-step.ts'

/** Longer than any call to the network may take. A repeated call is harmless, the lease only saves it. */
const leaseMs = 30_000

/** Who is waiting: a person ignores the pause after an unknown outcome, a start after a crash the lease as well. */
export type Urgency = 'routine' | 'person' | 'boot'

export type Claim = Change & { op: Op | null }

/** Takes the open op, or decides and opens the next one; bills what the job's status asks for on the way. */
export function claimNext(before: Facts, now: Date, urgency: Urgency): Claim {
  const { facts, entries } = bill(before)
  const change = { facts, entries, discrepancies: [] }
  if (facts.op && !mayTake(facts.op, now, urgency)) return { ...change, op: null }
  const draft = facts.op ? null : nextStep(facts, now)
  const op = facts.op ?? (draft && opened(draft))
  if (!op) return { ...change, op: null }
  const leased = {
    ...op,
    attempts: op.attempts + 1,
    leaseUntil: new Date(now.getTime() + leaseMs),
  }
  // Forgotten when the read begins, not when it ends: an event in between asks for another one.
  const syncAt = draft?.kind === 'read' ? null : facts.syncAt
  return { ...change, facts: { ...facts, syncAt, op: leased }, op: leased }
}

function mayTake(op: Op, now: Date, urgency: Urgency): boolean {
  if (urgency === 'boot') return true
  if (op.leaseUntil && op.leaseUntil > now) return false
  return urgency === 'person' || !op.nextTryAt || op.nextTryAt <= now
}

/** A new op, nobody working on it yet. Its id (36 characters) is the idempotency key. */
export function opened(draft: OpDraft): Op {
  return { ...draft, id: randomUUID(), attempts: 0, nextTryAt: null, leaseUntil: null }
}

/** Revenue is what a completed job costs; anything else bills nothing. */
export function billableCents(facts: Facts): number {
  return facts.job.status === 'completed' ? dueOf(facts) : 0
}

function bill(facts: Facts): { facts: Facts; entries: LedgerEntry[] } {
  const more = billableCents(facts) - facts.billedCents
  if (more === 0) return { facts, entries: [] }
  const entry: LedgerEntry = {
    ref: `bill:${randomUUID()}`,
    debit: more > 0 ? 'receivable' : 'revenue',
    credit: more > 0 ? 'revenue' : 'receivable',
    cents: Math.abs(more),
    memo: more > 0 ? 'Service billed' : 'Amount due lowered',
  }
  return { facts: { ...facts, billedCents: facts.billedCents + more }, entries: [entry] }
}
