import { and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import { paymentDiscrepancies } from '#server/database/tables/card-network.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import type { DiscrepancyOutcome } from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import {
  netOf,
  type PaymentAccount,
  purposeOf,
  unchanged,
  wantedOf,
} from '../orchestrator/payment-account.ts'
import { giveBackWithoutCard } from '../orchestrator/reconcile.ts'
import { orchestrateWhileWaiting } from './orchestrate-payment.ts'

type Resolution = { note: string; outcome: DiscrepancyOutcome }
type Stuck = { id: string; cents: number; paymentId: string }

/**
 * Records how an unexpected change at the card network was resolved. For a failed refund: the money was returned another
 * way, or kept, and the books follow. Throws NotFound, Invalid without such an outcome, Conflict when already resolved.
 */
export async function resolveDiscrepancy(
  person: Person,
  { jobId, discrepancyId }: { jobId: string; discrepancyId: string },
  { note, outcome }: Resolution,
): Promise<void> {
  const job = await loadJob(person, jobId)
  await transaction(async () => {
    const [row] = await db()
      .select()
      .from(paymentDiscrepancies)
      .where(and(eq(paymentDiscrepancies.id, discrepancyId), eq(paymentDiscrepancies.jobId, jobId)))
      .for('update')
    if (!row) throw new NotFound()
    if (row.resolvedAt) throw new Conflict(phrase('This has already been handled.'))
    const { stuckCents, paymentId } = row
    const stuck = stuckCents && paymentId ? { id: row.id, cents: stuckCents, paymentId } : null
    const settled = stuck ? outcome : 'noted'
    if (stuck && outcome === 'noted') throw refuseOutcome()
    await db()
      .update(paymentDiscrepancies)
      .set({ resolvedAt: now(), resolvedBy: person.id, resolution: note, outcome: settled })
      .where(eq(paymentDiscrepancies.id, row.id))
    const cents = stuck && (await settle(person, jobId, stuck, settled))
    const data = { cents, outcome: settled, note }
    await happened({ event: 'payment_problem_resolved', job, by: person.id, data })
  })
  await orchestrateWhileWaiting(jobId)
}

const refuseOutcome = () =>
  Invalid.at('outcome', phrase('Choose whether the money was refunded another way or is kept.'))

/** Adjusts the account to the outcome; returns the amount that was still stuck. */
async function settle(
  person: Person,
  jobId: string,
  stuck: Stuck,
  outcome: DiscrepancyOutcome,
): Promise<number | null> {
  let [cents, dueBefore] = [0, 0]
  let isTip = false
  await changePaymentAccount(jobId, (account) => {
    const purpose = purposeOf(account, stuck.paymentId)
    isTip = purpose === 'tip'
    dueBefore = wantedOf(account, purpose)
    // Another payment of the visit may have been refunded instead.
    cents = Math.min(stuck.cents, Math.max(0, netOf(account, purpose) - dueBefore))
    if (cents === 0) return unchanged(account)
    return outcome === 'given_back'
      ? giveBackWithoutCard(unchanged(account), { ...stuck, cents })
      : unchanged(isTip ? keepTip(account, cents) : keep(account, cents))
  })
  if (cents > 0 && outcome === 'kept' && !isTip)
    await db()
      .insert(paymentAdjustments)
      .values({
        jobId,
        actorId: person.id,
        reason: 'other',
        fromCents: dueBefore,
        toCents: dueBefore + cents,
        createdAt: now(),
      })
  return cents > 0 ? cents : null
}

const keep = (account: PaymentAccount, cents: number): PaymentAccount => ({
  ...account,
  adjustmentCents: account.adjustmentCents + cents,
})

const keepTip = (account: PaymentAccount, cents: number): PaymentAccount => ({
  ...account,
  tipCents: account.tipCents + cents,
})
