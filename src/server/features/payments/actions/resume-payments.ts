import { asc, eq, lte } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { payOps } from '#server/database/tables/pay-ops.ts'
import { payCases } from '#server/database/tables/pay-cases.ts'
import { log } from '#server/base/log.ts'
import type { Urgency } from '../planner/claim.ts'
import { takesCards } from '../provider.ts'
import { planJob } from './plan-job.ts'

const mostAtOnce = 200

/** Plans every job whose time has come: retries, expiries, scheduled holds, wakes that got lost. */
export async function sweepPayments(): Promise<void> {
  if (!takesCards()) return
  const due = await db()
    .select({ jobId: payCases.jobId })
    .from(payCases)
    .where(lte(payCases.wakeAt, now()))
    .orderBy(asc(payCases.wakeAt))
    .limit(mostAtOnce)
  await planEach(due, 'routine')
}

/** Finishes the calls that a crash left open, whoever was making them. For the start of a process. */
export async function resumePayments(): Promise<void> {
  if (!takesCards()) return
  const open = await db()
    .select({ jobId: payOps.jobId })
    .from(payOps)
    .where(eq(payOps.status, 'open'))
    .orderBy(asc(payOps.createdAt))
    .limit(mostAtOnce)
  await planEach(open, 'boot')
  await sweepPayments()
}

async function planEach(rows: { jobId: string }[], urgency: Urgency): Promise<void> {
  for (const { jobId } of rows)
    try {
      await planJob(jobId, urgency)
    } catch (error) {
      // One job in trouble must not keep the others waiting.
      log.error({ err: error, jobId }, 'planning a payment failed')
    }
}
