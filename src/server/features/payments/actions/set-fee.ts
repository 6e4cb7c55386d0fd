import { and, eq, gt, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import type { Person } from '#shared/rules/roles.ts'

/** Sets the cost of a cancelled visit, in cents, in the current transaction; the caller wakes the payment. */
export async function setFee(jobId: string, feeCents: number): Promise<void> {
  await db().update(paymentAccounts).set({ feeCents }).where(eq(paymentAccounts.jobId, jobId))
}

/**
 * Sets it for the office, in the current transaction. Refunds and write-offs of the fee so far stay in the account of its
 * cost, so a change after them is one more line there.
 */
export async function setFeeAgain(
  person: Person,
  job: Pick<JobRow, 'id' | 'cancelledAt' | 'feeCents'>,
  { feeCents, reason }: { feeCents: number; reason: string },
): Promise<void> {
  const { id: jobId, cancelledAt } = job
  const { fromCents, toCents, kind, createdAt } = paymentAdjustments
  const [later] = await db()
    .select({ cents: sql<number>`coalesce(sum(${toCents} - ${fromCents}), 0)::int` })
    .from(paymentAdjustments)
    .where(
      and(
        eq(paymentAdjustments.jobId, jobId),
        gt(createdAt, cancelledAt ?? now()),
        sql`${kind} <> 'tip_refund'`,
      ),
    )
  if (later?.cents)
    await db()
      .insert(paymentAdjustments)
      .values({
        jobId,
        actorId: person.id,
        fromCents: job.feeCents ?? 0,
        toCents: feeCents,
        reason: 'other',
        words: reason,
        createdAt: now(),
      })
  await setFee(jobId, feeCents)
}
