import { eq } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRow } from '#server/database/database.ts'
import { promotions, promotionUses } from '#server/database/tables/promotions.ts'
import { happened } from '#server/events/happened.ts'
import { endPromotion } from '#server/features/payments/actions/take-off-at-booking.ts'
import { wakePayment } from '#server/features/payments/actions/wake-payment.ts'
import { Conflict, Forbidden, NotFound } from '#server/http/errors.ts'
import { visitCostOfJob } from '#server/reads/costs.ts'
import { readJob } from '#server/reads/visits.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { refuseMoved } from '#shared/rules/promotions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { knownOfMoved } from '../check-promotion.ts'

/** What happens to a code that is not for a visit's new day; `keep` is the office's. */
export type PromotionChoice = 'keep' | 'drop'

/**
 * Checks the code of a visit that was just moved in the current transaction against its days and limits. Where it does not
 * fit anymore, the office may keep it, which is recorded, and anyone may move without it, at the higher price. Throws Conflict
 * with `details.reason` 'promotion' and that price without a choice, Forbidden when a customer keeps it.
 */
export async function recheckPromotion(
  person: Person,
  jobId: string,
  choice: PromotionChoice | undefined,
): Promise<void> {
  const [row] = await db()
    .select({ promotion: promotions, cents: promotionUses.cents })
    .from(promotionUses)
    .innerJoin(promotions, eq(promotions.id, promotionUses.promotionId))
    .where(eq(promotionUses.jobId, jobId))
    .for('update')
  if (!row) return
  const { promotion, cents } = row
  const job = await readJob(jobId)
  if (!job) throw new NotFound()
  const known = await queryRow<{ uses: number; otherVisits: number }>(knownOfMoved, [
    job.customerId,
    promotion.id,
    jobId,
  ])
  const refusal = refuseMoved(
    { ...promotion, uses: promotion.uses - 1 },
    { date: job.serviceDate, packageId: job.servicePackageId },
    known ?? { uses: 0, otherVisits: 0 },
    businessToday(),
  )
  if (refusal === null) return
  const { id: promotionId, code } = promotion
  const event = { event: 'promotion_rechecked', job, by: person.id } as const
  if (choice === 'keep') {
    if (person.role !== 'admin') throw new Forbidden()
    await happened({ ...event, data: { promotionId, code, cents, kept: true } })
    return
  }
  if (choice === undefined) {
    const { amountCents } = await visitCostOfJob(jobId)
    const price = amountCents + cents
    throw new Conflict(
      phrase('The code {code} is not for that day. Without it the visit costs {price}.', {
        code,
        price: formatCents(price),
      }),
      { reason: 'promotion', refusal, code, price: decimalFromCents(price) },
    )
  }
  await db().delete(promotionUses).where(eq(promotionUses.jobId, jobId))
  await endPromotion(person, jobId, { code, cents })
  await wakePayment(jobId)
  await happened({ ...event, data: { promotionId, code, cents, kept: false } })
}
