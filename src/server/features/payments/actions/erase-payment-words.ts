import { and, eq, inArray, ne } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { erasedExcept } from '#server/database/erasing.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAdjustments } from '#server/database/tables/payment-adjustments.ts'
import { paymentDiscrepancies } from '#server/database/tables/payment-discrepancies.ts'

/** Removes why a customer's amounts were moved where somebody said it in words of their own; amounts and reasons stay. */
export async function erasePaymentWords(customerId: string): Promise<void> {
  await transaction(async () => {
    const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
    await db()
      .update(paymentAdjustments)
      .set(erasedAdjustment)
      // A code is not about anybody, and the books say which one it was.
      .where(
        and(inArray(paymentAdjustments.jobId, own), ne(paymentAdjustments.reason, 'promotion')),
      )
    await db()
      .update(paymentDiscrepancies)
      .set({ ...erasedDiscrepancy, resolution: '' })
      .where(and(inArray(paymentDiscrepancies.jobId, own), ne(paymentDiscrepancies.resolution, '')))
  })
}

const erasedAdjustment = erasedExcept(
  paymentAdjustments,
  'id',
  'jobId',
  'actorId',
  'fromCents',
  'toCents',
  'reason',
  'kind',
  'keyHash',
  'createdAt',
)

const erasedDiscrepancy = erasedExcept(
  paymentDiscrepancies,
  'id',
  'jobId',
  'ref',
  'detail',
  'createdAt',
  'stuckCents',
  'paymentId',
  'resolvedAt',
  'resolvedBy',
  'outcome',
)
