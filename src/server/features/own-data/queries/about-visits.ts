import { desc, eq, inArray, or } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { communications } from '#server/database/tables/communications.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { payMoney } from '#server/database/tables/pay-money.ts'
import { payCases } from '#server/database/tables/pay-cases.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { withIsoDates } from './iso-dates.ts'

/** What a person wrote, and what was written to them. */
export async function ownMessages(userId: string) {
  const rows = await db()
    .select({ entry: communications, number: jobs.number })
    .from(communications)
    .innerJoin(jobs, eq(jobs.id, communications.jobId))
    .where(or(eq(communications.fromUserId, userId), eq(communications.toUserId, userId)))
    .orderBy(desc(communications.createdAt))
  return rows.map(({ entry, number }) => ({
    ...withIsoDates(entry),
    jobNumber: jobNumber(number),
    sentByMe: entry.fromUserId === userId,
  }))
}

/** The payments of a customer's visits, without the card network's ids. */
export async function ownPayments(customerId: string) {
  const rows = await db()
    .select({ payment: payCases, number: jobs.number })
    .from(payCases)
    .innerJoin(jobs, eq(jobs.id, payCases.jobId))
    .where(eq(jobs.customerId, customerId))
    .orderBy(desc(payCases.createdAt))
  const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  const charges = await db().select().from(payMoney).where(inArray(payMoney.jobId, own))
  return rows.map(({ payment, number }) => ({
    jobNumber: jobNumber(number),
    state: payment.state,
    heldAmount: decimalFromCents(payment.heldCents),
    capturedAmount: decimalFromCents(payment.capturedCents),
    refundedAmount: decimalFromCents(payment.refundedCents),
    charges: charges
      .filter(({ jobId }) => jobId === payment.jobId)
      .map((charge) => ({
        ...withIsoDates(charge),
        amount: decimalFromCents(charge.capturedCents),
        refunded: decimalFromCents(charge.refundedCents),
      })),
  }))
}

/** What a customer said of their visits. */
export async function ownReviews(customerId: string) {
  const rows = await db()
    .select({ review: reviews, number: jobs.number })
    .from(reviews)
    .innerJoin(jobs, eq(jobs.id, reviews.jobId))
    .where(eq(reviews.customerId, customerId))
    .orderBy(desc(reviews.createdAt))
  return rows.map(({ review, number }) => ({
    ...withIsoDates(review),
    jobNumber: jobNumber(number),
  }))
}
