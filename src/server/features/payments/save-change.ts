import { cardConsent } from '#shared/rules/payments.ts'
import { and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { paymentDiscrepancies } from '#server/database/tables/payment-discrepancies.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { paymentHolds } from '#server/database/tables/payment-holds.ts'
import { paymentCaptures } from '#server/database/tables/payment-captures.ts'
import { paymentRefunds } from '#server/database/tables/payment-refunds.ts'
import { paymentOperations } from '#server/database/tables/payment-operations.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import type { Stored } from './load-facts.ts'
import {
  capturedOf,
  type Change,
  type Facts,
  openHold,
  type OpResult,
  refundedOf,
} from './planner/facts.ts'
import { storePhrases } from '#shared/texts/stored-phrases.ts'
import { noteOf, stateOf, wakeAt } from './planner/project.ts'

/** Writes what a change made different, in the current transaction, on the version it was decided from. */
export async function saveChange(before: Facts, stored: Stored, change: Change): Promise<void> {
  const { facts } = change
  if (facts === before && isUpToDate(facts, stored)) return
  await saveCard(before, facts)
  await saveOp(before, facts, change.closed)
  await saveMoney(before, facts)
  await saveEntries(facts.jobId, change)
  await saveAccount(facts, stored.version)
}

/** Most planning ends with a look that finds nothing to do; the row is left alone then. */
function isUpToDate(facts: Facts, stored: Stored): boolean {
  const at = now()
  const sameWake = stored.wakeAt?.getTime() === wakeAt(facts, at)?.getTime()
  return sameWake && stored.state === stateOf(facts, at)
}

async function saveAccount(facts: Facts, version: number): Promise<void> {
  const at = now()
  const saved = await db()
    .update(paymentAccounts)
    .set({
      state: stateOf(facts, at),
      note: storePhrases(noteOf(facts, at)),
      heldCents: openHold(facts)?.cents ?? 0,
      capturedCents: capturedOf(facts),
      refundedCents: refundedOf(facts),
      adjustmentCents: facts.adjustmentCents,
      billedCents: facts.billedCents,
      cardId: facts.card?.id ?? null,
      cardTries: facts.cardTries,
      retryAt: facts.retryAt,
      holdAsked: facts.holdAsked,
      syncAt: facts.syncAt,
      lastDecline: facts.lastDecline,
      lastTokenHash: facts.lastTokenHash,
      wakeAt: wakeAt(facts, at),
      version: version + 1,
      updatedAt: at,
    })
    .where(and(eq(paymentAccounts.jobId, facts.jobId), eq(paymentAccounts.version, version)))
    .returning({ jobId: paymentAccounts.jobId })
  if (saved.length === 0) throw new Error(`The payment case of job ${facts.jobId} moved on.`)
}

async function saveCard(before: Facts, { card, customer }: Facts): Promise<void> {
  if (!card || card.id === before.card?.id) return
  const { id, networkCardId, networkCustomerId, brand, last4 } = card
  await db().insert(paymentCards).values({
    id,
    userId: customer.id,
    networkCardId,
    networkCustomerId,
    brand,
    last4,
    consentVersion: cardConsent.version,
    consentAt: now(),
  })
}

async function saveOp(before: Facts, facts: Facts, closed: OpResult | undefined): Promise<void> {
  if (closed)
    await db()
      .update(paymentOperations)
      .set({
        status: closed.result,
        code: closed.code,
        token: null,
        leaseUntil: null,
        nextTryAt: null,
        closedAt: now(),
      })
      .where(and(eq(paymentOperations.id, closed.id), eq(paymentOperations.status, 'open')))
  const { op } = facts
  if (!op || op === before.op) return
  const { attempts, nextTryAt, leaseUntil } = op
  if (op.id === before.op?.id)
    await db()
      .update(paymentOperations)
      .set({ attempts, nextTryAt, leaseUntil })
      .where(eq(paymentOperations.id, op.id))
  else {
    const { id, kind, cents, paymentId, token, buyerPresent } = op
    const { jobId } = facts
    await db().insert(paymentOperations).values({
      id,
      jobId,
      kind,
      cents,
      paymentId,
      token,
      buyerPresent,
      attempts,
      nextTryAt,
      leaseUntil,
      createdAt: now(),
    })
  }
}

// Facts are immutable, so a row that is still the same object has not changed.
const changed = <Row>(before: readonly Row[], after: readonly Row[]) =>
  after.filter((row) => !before.includes(row))

async function saveMoney(before: Facts, facts: Facts): Promise<void> {
  const { jobId } = facts
  for (const hold of changed(before.holds, facts.holds)) {
    const { paymentId, ...set } = hold
    await db()
      .insert(paymentHolds)
      .values({ jobId, paymentId, ...set })
      .onConflictDoUpdate({ target: paymentHolds.paymentId, set })
  }
  for (const money of changed(before.money, facts.money)) {
    const { paymentId, ...set } = money
    await db()
      .insert(paymentCaptures)
      .values({ jobId, paymentId, ...set })
      .onConflictDoUpdate({ target: paymentCaptures.paymentId, set })
  }
  for (const refund of changed(before.refunds, facts.refunds)) {
    const { refundId, ...set } = refund
    await db()
      .insert(paymentRefunds)
      .values({ jobId, refundId, ...set })
      .onConflictDoUpdate({ target: paymentRefunds.refundId, set })
  }
}

async function saveEntries(jobId: string, { entries, discrepancies }: Change): Promise<void> {
  const at = now()
  if (entries.length > 0)
    await db()
      .insert(ledgerEntries)
      .values(entries.map((entry) => ({ jobId, at, ...entry })))
  if (discrepancies.length > 0)
    await db()
      .insert(paymentDiscrepancies)
      .values(discrepancies.map((discrepancy) => ({ jobId, ...discrepancy })))
      .onConflictDoNothing()
}
