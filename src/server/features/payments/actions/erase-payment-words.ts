import { and, eq, inArray, ne, notInArray } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { erasedExcept } from '#server/database/erasing.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAdjustments, recordedPayments } from '#server/database/tables/payment-records.ts'
import { paymentDiscrepancies } from '#server/database/tables/card-network.ts'

/** Deletes free-text reasons for changes of a customer's amounts; amounts and preset reasons stay. */
export async function erasePaymentWords(customerId: string): Promise<void> {
  await transaction(async () => {
    const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
    await db()
      .update(paymentAdjustments)
      .set(erasedAdjustment)
      // A promotion code or a plan's name is not personal, and the books need it.
      .where(
        and(
          inArray(paymentAdjustments.jobId, own),
          notInArray(paymentAdjustments.reason, ['promotion', 'plan']),
        ),
      )
    await db()
      .update(recordedPayments)
      .set(erasedRecord)
      .where(inArray(recordedPayments.jobId, own))
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

const erasedRecord = erasedExcept(
  recordedPayments,
  'id',
  'jobId',
  'method',
  'cents',
  'receivedOn',
  'recordedBy',
  'createdAt',
  'takenBackAt',
  'takenBackBy',
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
