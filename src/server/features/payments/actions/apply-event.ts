import { and, eq, exists, gt, inArray, isNull, or } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import {
  paymentCaptures,
  paymentDisputes,
  paymentHolds,
} from '#server/database/tables/payment-records.ts'
import { paymentDiscrepancies, providerEvents } from '#server/database/tables/card-network.ts'
import { happened } from '#server/events/happened.ts'
import { readJob } from '#server/reads/visits.ts'
import { disputeStates, isDecidedOtherwise, isLaterDispute } from '#shared/rules/disputes.ts'
import type { PaymentEvents } from '#shared/rules/events.ts'
import { formatCents } from '#shared/texts/format.ts'
import { storePhrases } from '#shared/texts/stored-phrases.ts'
import { type Phrase, phrase } from '#shared/texts/t.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import { unchanged } from '../orchestrator/payment-account.ts'
import { moveDisputed } from '../orchestrator/reconcile.ts'
import { wakePayment } from './wake-payment.ts'

type StoredEvent = typeof providerEvents.$inferSelect

/** Processes a stored event of the card network; idempotent. Throws for an unknown one. */
export async function applyEvent(eventId: string): Promise<void> {
  await transaction(async () => {
    const [event] = await db()
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.eventId, eventId))
      .for('update')
    if (!event) throw new Error(`There is no event ${eventId}.`)
    const known = event.paymentId ? await jobOfPayment(event.paymentId) : null
    if (!known) return
    const { jobId } = known
    if (event.dispute && !known.captured) {
      // Its money can only move once the charge is recorded: until then the event stays unmatched, and is tried again.
      await readAgain(jobId)
      return
    }
    if (jobId !== event.jobId)
      await db().update(providerEvents).set({ jobId }).where(eq(providerEvents.eventId, eventId))
    await readAgain(jobId)
    if (event.dispute && event.paymentId) await applyDispute(jobId, event.paymentId, event.dispute)
  })
}

async function readAgain(jobId: string): Promise<void> {
  await db().update(paymentAccounts).set({ syncAt: now() }).where(eq(paymentAccounts.jobId, jobId))
  await wakePayment(jobId)
}

const dayMs = 86_400_000

/** An event may arrive before the answer it refers to is stored, so events of the last day are processed again. */
export async function matchEvents(): Promise<void> {
  const { paymentId, jobId, createdAt } = providerEvents
  const among = (table: typeof paymentHolds | typeof paymentCaptures) =>
    exists(db().select({ id: table.paymentId }).from(table).where(eq(table.paymentId, paymentId)))
  const known = await db()
    .select({ eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(
      and(
        isNull(jobId),
        gt(createdAt, new Date(now().getTime() - dayMs)),
        or(among(paymentHolds), among(paymentCaptures)),
      ),
    )
  for (const { eventId } of known) await applyEvent(eventId)
}

/** The visit of a payment, and whether its charge is recorded; null for an unknown one. */
async function jobOfPayment(
  paymentId: string,
): Promise<{ jobId: string; captured: boolean } | null> {
  const [taken] = await db()
    .select({ jobId: paymentCaptures.jobId })
    .from(paymentCaptures)
    .where(eq(paymentCaptures.paymentId, paymentId))
  if (taken) return { ...taken, captured: true }
  const [held] = await db()
    .select({ jobId: paymentHolds.jobId })
    .from(paymentHolds)
    .where(eq(paymentHolds.paymentId, paymentId))
  return held ? { ...held, captured: false } : null
}

type Dispute = NonNullable<StoredEvent['dispute']>

/**
 * Records each state of a dispute once, moves its money and notifies the office. A decided dispute stays decided, in
 * whichever order its events arrive.
 */
async function applyDispute(jobId: string, paymentId: string, dispute: Dispute): Promise<void> {
  const { id, state, respondBy } = dispute
  // The account's lock makes concurrent events of one dispute wait for each other.
  const { account } = await changePaymentAccount(jobId, unchanged)
  const [before] = await db()
    .select()
    .from(paymentDisputes)
    .where(eq(paymentDisputes.disputeId, id))
  if (before && before.paymentId !== paymentId) return
  if (before && isDecidedOtherwise(before.state, state))
    await noteOtherDecision(jobId, { ...dispute, cents: before.cents })
  if (!isLaterDispute(before?.state, state)) return
  const capture = account.captures.find((row) => row.paymentId === paymentId)
  const named = dispute.cents > 0 ? dispute.cents : (capture?.capturedCents ?? 0)
  // Once its money has moved, the amount stays.
  const cents = before && hasMoved(before.state) ? before.cents : named
  const set = {
    state,
    cents,
    ...(respondBy && { respondBy: new Date(respondBy) }),
    ...((state === 'won' || state === 'lost') && { decidedAt: now() }),
  }
  await db()
    .insert(paymentDisputes)
    .values({ disputeId: id, jobId, paymentId, createdAt: now(), ...set })
    .onConflictDoUpdate({ target: paymentDisputes.disputeId, set })
  await changePaymentAccount(jobId, (one) =>
    moveDisputed(unchanged(one), { id, paymentId, cents }, { from: before?.state, to: state }),
  )
  await noteDispute(jobId, { ...dispute, cents })
}

const hasMoved = (state: Dispute['state']) => state !== 'inquiry' && state !== 'closed'

/** A second, opposite decision moves no money: the network's events give no order to book it by. */
async function noteOtherDecision(jobId: string, { id, cents, state }: Dispute): Promise<void> {
  const amount = formatCents(cents)
  const detail =
    state === 'won'
      ? phrase(
          'The card network now reports the dispute over {amount} as won, after it was recorded as lost. Please check it in the card provider’s dashboard',
          { amount },
        )
      : phrase(
          'The card network now reports the dispute over {amount} as lost, after it was recorded as won. Please check it in the card provider’s dashboard',
          { amount },
        )
  const noted = await db()
    .insert(paymentDiscrepancies)
    .values({
      jobId,
      ref: `dispute-again-${state}:${id}`,
      detail: storePhrases([detail]),
      createdAt: now(),
    })
    .onConflictDoNothing()
    .returning({ id: paymentDiscrepancies.id })
  if (noted.length > 0) await notifyOffice(jobId, { cents, state, again: true })
}

/** Shows the office a dispute's state until it has seen it; a new state replaces the one before. */
async function noteDispute(jobId: string, dispute: Dispute): Promise<void> {
  const { id, cents, state } = dispute
  await closeNotes(id)
  await db()
    .insert(paymentDiscrepancies)
    .values({
      jobId,
      ref: disputeNoteOf(dispute),
      detail: storePhrases([describeDispute(dispute)]),
      createdAt: now(),
    })
    .onConflictDoNothing()
  await notifyOffice(jobId, { cents, state })
}

async function notifyOffice(jobId: string, data: PaymentEvents['payment_disputed']): Promise<void> {
  const job = await readJob(jobId)
  if (job) await happened({ event: 'payment_disputed', job, by: null, data })
}

/** The reference of the office's note about a dispute's state. */
export const disputeNoteOf = ({ id, state }: Pick<Dispute, 'id' | 'state'>) =>
  state === 'open' ? `dispute:${id}` : `dispute-${state}:${id}`

const { ref, resolvedAt } = paymentDiscrepancies

async function closeNotes(id: string): Promise<void> {
  const earlier = disputeStates.map((state) => disputeNoteOf({ id, state }))
  await db()
    .update(paymentDiscrepancies)
    .set({ resolvedAt: now(), outcome: 'noted' })
    .where(and(inArray(ref, earlier), isNull(resolvedAt)))
}

/** That note's words. */
export function describeDispute({ cents, state }: Pick<Dispute, 'cents' | 'state'>): Phrase {
  const amount = formatCents(cents)
  if (state === 'won') return phrase('The dispute over {amount} was decided for you', { amount })
  if (state === 'lost')
    return phrase('The dispute over {amount} was decided for the customer', { amount })
  if (state === 'closed') return phrase('The bank’s question about {amount} is closed', { amount })
  if (state === 'inquiry')
    return phrase(
      'The customer’s bank asks about {amount}. Answer it in the card provider’s dashboard',
      {
        amount,
      },
    )
  return phrase('{amount} is disputed. Answer it in the card provider’s dashboard', { amount })
}
