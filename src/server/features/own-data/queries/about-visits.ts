import { desc, eq, inArray, or } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { reviews } from '#server/database/tables/reviews.ts'
import { paymentCaptures, recordedPayments } from '#server/database/tables/payment-records.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { changesOf } from '#shared/rules/cost-words.ts'
import type { Cost } from '#shared/contract/costs.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { Role } from '#shared/rules/roles.ts'
import { withIsoDates } from './visits.ts'

/** Messages a person wrote and received. Customers' messages to a technician belong to the customers. */
export async function ownMessages(userId: string, role: Role | null) {
  const written = eq(conversationEntries.fromUserId, userId)
  const received = role === 'technician' ? undefined : eq(conversationEntries.toUserId, userId)
  const rows = await db()
    .select({ entry: conversationEntries, number: jobs.number })
    .from(conversationEntries)
    .innerJoin(jobs, eq(jobs.id, conversationEntries.jobId))
    .where(or(written, received))
    .orderBy(desc(conversationEntries.createdAt))
  return rows.map(({ entry, number }) => ({
    ...withIsoDates(entry),
    jobNumber: jobNumber(number),
    sentByMe: entry.fromUserId === userId,
  }))
}

/** Payments of a customer's visits, without the card network's ids. */
export async function ownPayments(customerId: string, costs: ReadonlyMap<string, Cost>) {
  const rows = await db()
    .select({ payment: paymentAccounts, number: jobs.number })
    .from(paymentAccounts)
    .innerJoin(jobs, eq(jobs.id, paymentAccounts.jobId))
    .where(eq(jobs.customerId, customerId))
    .orderBy(desc(paymentAccounts.createdAt))
  const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  const charges = await db()
    .select()
    .from(paymentCaptures)
    .where(inArray(paymentCaptures.jobId, own))
  const recorded = await db()
    .select()
    .from(recordedPayments)
    .where(inArray(recordedPayments.jobId, own))
    .orderBy(desc(recordedPayments.createdAt))
  return rows.map(({ payment, number }) => ({
    jobNumber: jobNumber(number),
    state: payment.state,
    amount: costs.get(payment.jobId)?.amount ?? '0.00',
    adjustments: changesOf(costs.get(payment.jobId) ?? { adjustments: [] }),
    heldAmount: decimalFromCents(payment.heldCents),
    capturedAmount: decimalFromCents(payment.capturedCents),
    refundedAmount: decimalFromCents(payment.refundedCents),
    ...(payment.tipGivenCents > 0 && { tip: decimalFromCents(payment.tipCents) }),
    charges: charges
      .filter(({ jobId }) => jobId === payment.jobId)
      .map((charge) => ({
        ...withIsoDates(charge),
        amount: decimalFromCents(charge.capturedCents),
        refunded: decimalFromCents(charge.refundedCents),
        chargedBack: decimalFromCents(charge.lostCents),
      })),
    recorded: recorded
      .filter(({ jobId }) => jobId === payment.jobId)
      .map(({ cents, method, reference, receivedOn, takenBackAt }) => ({
        amount: decimalFromCents(cents),
        method,
        reference,
        receivedOn,
        takenBackAt: takenBackAt?.toISOString() ?? null,
      })),
  }))
}

/** A customer's reviews of their visits. */
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
