import { and, asc, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import {
  paymentHolds,
  paymentCaptures,
  paymentRefunds,
} from '#server/database/tables/payment-records.ts'
import { paymentOperations } from '#server/database/tables/card-network.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { users } from '#server/database/tables/users.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import type { PaymentAccount } from './orchestrator/payment-account.ts'

/** Columns stored beside the orchestrator's input, to detect whether a save is needed. */
export type Stored = Pick<typeof paymentAccounts.$inferSelect, 'version' | 'state' | 'wakeAt'>

/** A job's payment account, its row locked until the transaction ends. Throws without one. */
export async function loadPaymentAccount(
  jobId: string,
): Promise<{ account: PaymentAccount; stored: Stored }> {
  const [paymentAccount] = await db()
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.jobId, jobId))
    .for('update')
  if (!paymentAccount) throw new Error(`Job ${jobId} has no payment account.`)
  // Read after the lock, to see changes to the job that woke the orchestrator.
  const [row] = await db()
    .select({ job: jobs, customer: users, card: paymentCards })
    .from(jobs)
    .innerJoin(users, eq(users.id, jobs.customerId))
    .leftJoin(paymentCards, eq(paymentCards.id, paymentAccount.cardId ?? jobId))
    .where(eq(jobs.id, jobId))
  if (!row) throw new Error(`There is no job ${jobId}.`)
  const { job, customer, card } = row
  const account: PaymentAccount = {
    jobId,
    jobNumber: jobNumber(job.number),
    customer: {
      id: customer.id,
      name: `${customer.firstName} ${customer.lastName}`.trim(),
      email: customer.email,
    },
    job,
    adjustmentCents: paymentAccount.adjustmentCents,
    feeCents: paymentAccount.feeCents,
    tipCents: paymentAccount.tipCents,
    invoicePaidCents: paymentAccount.invoicePaidCents,
    billedCents: paymentAccount.billedCents,
    billedTaxCents: paymentAccount.billedTaxCents,
    taxCollectedCents: paymentAccount.taxCollectedCents,
    toldChargedCents: paymentAccount.toldChargedCents,
    toldRefundedCents: paymentAccount.toldRefundedCents,
    card,
    cardTries: paymentAccount.cardTries,
    retryAt: paymentAccount.retryAt,
    holdAsked: paymentAccount.holdAsked,
    syncAt: paymentAccount.syncAt,
    lastDecline: paymentAccount.lastDecline,
    lastTokenHash: paymentAccount.lastTokenHash,
    enteredBy: paymentAccount.enteredBy,
    operation: await openOperation(jobId),
    ...(await movementsOf(jobId)),
  }
  return { account, stored: paymentAccount }
}

async function openOperation(jobId: string) {
  const [operation] = await db()
    .select()
    .from(paymentOperations)
    .where(and(eq(paymentOperations.jobId, jobId), eq(paymentOperations.status, 'open')))
  return operation ?? null
}

async function movementsOf(
  jobId: string,
): Promise<Pick<PaymentAccount, 'holds' | 'captures' | 'refunds'>> {
  const holds = await db()
    .select()
    .from(paymentHolds)
    .where(eq(paymentHolds.jobId, jobId))
    .orderBy(asc(paymentHolds.createdAt))
  const captures = await db()
    .select()
    .from(paymentCaptures)
    .where(eq(paymentCaptures.jobId, jobId))
    .orderBy(asc(paymentCaptures.createdAt))
  const refunds = await db()
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.jobId, jobId))
    .orderBy(asc(paymentRefunds.createdAt))
  return { holds, captures, refunds }
}
