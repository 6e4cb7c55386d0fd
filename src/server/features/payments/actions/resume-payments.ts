import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentOperations } from '#server/database/tables/payment-operations.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { log } from '#server/base/log.ts'
import type { Urgency } from '../orchestrator/claim-operation.ts'
import { takesCards } from '../queries.ts'
import { matchEvents } from './apply-event.ts'
import { orchestratePayment } from './orchestrate-payment.ts'

const dayMs = 86_400_000
const mostAtOnce = 200

/** Orchestrates every payment whose time has come: retries, expiries, scheduled holds, wakes that got lost. */
export async function sweepPayments(): Promise<void> {
  await matchEvents()
  const due = await db()
    .select({ jobId: paymentAccounts.jobId })
    .from(paymentAccounts)
    .where(and(lte(paymentAccounts.wakeAt, now()), takesCards() ? undefined : needsNoNetwork()))
    .orderBy(asc(paymentAccounts.wakeAt))
    .limit(mostAtOnce)
  await orchestrateEach(due, 'routine')
}

// Without a card network only what is newly due is billed: not what waits for a card, nor visits of long ago.
const needsNoNetwork = () =>
  and(isNull(paymentAccounts.cardId), gt(paymentAccounts.wakeAt, new Date(now().getTime() - dayMs)))

/** Finishes the calls that a crash left open, whoever was making them. For the start of a process. */
export async function resumePayments(): Promise<void> {
  if (!takesCards()) return sweepPayments()
  const open = await db()
    .select({ jobId: paymentOperations.jobId })
    .from(paymentOperations)
    .where(eq(paymentOperations.status, 'open'))
    .orderBy(asc(paymentOperations.createdAt))
    .limit(mostAtOnce)
  await orchestrateEach(open, 'boot')
  await sweepPayments()
}

async function orchestrateEach(rows: { jobId: string }[], urgency: Urgency): Promise<void> {
  for (const { jobId } of rows)
    try {
      await orchestratePayment(jobId, urgency)
    } catch (error) {
      // One job in trouble must not keep the others waiting.
      log.error({ err: error, jobId }, 'orchestrating a payment failed')
    }
}
