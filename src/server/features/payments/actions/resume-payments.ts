import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentOperations } from '#server/database/tables/card-network.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { log } from '#server/base/log.ts'
import type { Urgency } from '../orchestrator/claim-operation.ts'
import { takesCards } from '../queries.ts'
import { matchEvents } from './apply-event.ts'
import { orchestratePayment } from './orchestrate-payment.ts'

const dayMs = 86_400_000
const mostAtOnce = 200

/** Orchestrates every payment that is due: retries, expiries, scheduled holds, lost wake-ups. */
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

// Without a card network only newly due amounts are billed, not payments waiting for a card or visits of long ago.
const needsNoNetwork = () =>
  and(isNull(paymentAccounts.cardId), gt(paymentAccounts.wakeAt, new Date(now().getTime() - dayMs)))

/** Finishes calls left open by a crash, in any process. For the start of a process. */
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
      // One failing job must not block the others.
      log.error({ err: error, jobId }, 'orchestrating a payment failed')
    }
}
