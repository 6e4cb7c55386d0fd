import { and, asc, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { payCards } from '#server/database/tables/pay-cards.ts'
import { payHolds } from '#server/database/tables/pay-holds.ts'
import { payMoney } from '#server/database/tables/pay-money.ts'
import { payRefunds } from '#server/database/tables/pay-refunds.ts'
import { payOps } from '#server/database/tables/pay-ops.ts'
import { payCases } from '#server/database/tables/pay-cases.ts'
import { users } from '#server/database/tables/users.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import type { Facts } from './planner/facts.ts'

/** What is stored of a case besides its facts, to see whether a save is needed. */
export type Stored = Pick<typeof payCases.$inferSelect, 'version' | 'state' | 'wakeAt'>

/** The facts of a job's payment; its case row stays locked to the end of the transaction. Throws without a case. */
export async function loadFacts(jobId: string): Promise<{ facts: Facts; stored: Stored }> {
  const [payCase] = await db()
    .select()
    .from(payCases)
    .where(eq(payCases.jobId, jobId))
    .for('update')
  if (!payCase) throw new Error(`Job ${jobId} has no payment case.`)
  // Read after the lock, so that whoever changed the job and woke the planner is seen.
  const [row] = await db()
    .select({ job: jobs, customer: users, card: payCards })
    .from(jobs)
    .innerJoin(users, eq(users.id, jobs.customerId))
    .leftJoin(payCards, eq(payCards.id, payCase.cardId ?? jobId))
    .where(eq(jobs.id, jobId))
  if (!row) throw new Error(`There is no job ${jobId}.`)
  const { job, customer, card } = row
  const facts: Facts = {
    jobId,
    jobNumber: jobNumber(job.number),
    customer: {
      id: customer.id,
      name: `${customer.firstName} ${customer.lastName}`.trim(),
      email: customer.email,
    },
    job,
    adjustmentCents: payCase.adjustmentCents,
    billedCents: payCase.billedCents,
    card,
    cardTries: payCase.cardTries,
    retryAt: payCase.retryAt,
    holdAsked: payCase.holdAsked,
    syncAt: payCase.syncAt,
    lastDecline: payCase.lastDecline,
    lastTokenHash: payCase.lastTokenHash,
    op: await openOp(jobId),
    ...(await moneyOf(jobId)),
  }
  return { facts, stored: payCase }
}

async function openOp(jobId: string) {
  const [op] = await db()
    .select()
    .from(payOps)
    .where(and(eq(payOps.jobId, jobId), eq(payOps.status, 'open')))
  return op ?? null
}

async function moneyOf(jobId: string): Promise<Pick<Facts, 'holds' | 'money' | 'refunds'>> {
  const holds = await db()
    .select()
    .from(payHolds)
    .where(eq(payHolds.jobId, jobId))
    .orderBy(asc(payHolds.createdAt))
  const money = await db()
    .select()
    .from(payMoney)
    .where(eq(payMoney.jobId, jobId))
    .orderBy(asc(payMoney.createdAt))
  const refunds = await db()
    .select()
    .from(payRefunds)
    .where(eq(payRefunds.jobId, jobId))
    .orderBy(asc(payRefunds.createdAt))
  return { holds, money, refunds }
}
