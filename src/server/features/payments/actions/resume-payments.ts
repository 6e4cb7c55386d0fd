import { asc, eq, lte } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentOperations } from '#server/database/tables/payment-operations.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { log } from '#server/base/log.ts'
import type { Urgency } from '../orchestrator/claim-operation.ts'
import { takesCards } from '../card-network.ts'
import { orchestratePayment } from './orchestrate-payment.ts'

const mostAtOnce = 200

/** Orchestrates every payment whose time has come: retries, expiries, scheduled holds, wakes that got lost. */
export async function sweepPayments(): Promise<void> {
  if (!takesCards()) return
  const due = await db()
    .select({ jobId: paymentAccounts.jobId })
    .from(paymentAccounts)
    .where(lte(paymentAccounts.wakeAt, now()))
    .orderBy(asc(paymentAccounts.wakeAt))
    .limit(mostAtOnce)
  await orchestrateEach(due, 'routine')
}

/** Finishes the calls that a crash left open, whoever was making them. For the start of a process. */
export async function resumePayments(): Promise<void> {
  if (!takesCards()) return
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
