import { eq } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRow } from '#server/database/database.ts'
import { promotions, promotionUses } from '#server/database/tables/promotions.ts'
import { happened } from '#server/events/happened.ts'
import {
  endPromotion,
  takeOffAtBooking,
} from '#server/features/payments/actions/take-off-at-booking.ts'
import { wakePayment } from '#server/features/payments/actions/wake-payment.ts'
import { Conflict, Forbidden, NotFound } from '#server/http/errors.ts'
import { visitCostOfJob } from '#server/reads/costs.ts'
import { readJob } from '#server/reads/visits.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import {
  type PromotionRefusal,
  promotionRefusals,
  refuseMoved,
  refusePromotion,
} from '#shared/rules/promotions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'
import { type Known, knownOfMoved, type PromotionRow } from '../queries.ts'
import type { PromotedVisit } from './check-promotion.ts'

/** Only the office may `keep` a code that does not allow the new day; anyone may use one that allows it again. */
export type PromotionChoice = 'keep' | 'drop'

/**
 * Checks the code of a visit that was just moved in the current transaction against its days and limits. Where it does not
 * fit anymore, the office may keep it, which is recorded, and anyone may move without it, at the higher price. A code that
 * ended with an earlier move and fits again is used again, or not. Throws Conflict with `details.reason` 'promotion' and the
 * other price without a choice, Forbidden when a customer keeps a code that does not fit.
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
  if (!row) return restorePromotion(person, jobId, choice)
  const { promotion, cents } = row
  const { job, refusal } = await refusalOf(jobId, promotion, (limits, visit, known) =>
    refuseMoved({ ...limits, uses: limits.uses - 1 }, visit, known, businessToday()),
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
      phrase('The code {code} is not valid on that day. Without it the visit costs {price}.', {
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

/** Uses the code that ended with an earlier move of this visit again, where its day and what is left of it allow. */
async function restorePromotion(
  person: Person,
  jobId: string,
  choice: PromotionChoice | undefined,
): Promise<void> {
  const ended = await endedPromotion(jobId)
  if (!ended || choice === 'drop') return
  const { promotion, bookedCents } = ended
  const { job, refusal } = await refusalOf(
    jobId,
    promotion,
    (limits, visit, known) =>
      refusePromotion(limits, [visit], known, businessToday()).at(0) ?? null,
  )
  if (refusal !== null) {
    if (choice === 'keep') throw new Conflict(phraseOf(promotionRefusals[refusal]))
    return
  }
  const { id: promotionId, code } = promotion
  if (choice === undefined) {
    const { amountCents } = await visitCostOfJob(jobId)
    const price = Math.max(0, amountCents - bookedCents)
    throw new Conflict(
      phrase('The code {code} is valid on that day again. With it the visit costs {price}.', {
        code,
        price: formatCents(price),
      }),
      { reason: 'promotion', restores: true, code, price: decimalFromCents(price) },
    )
  }
  const { cents } = await takeOffAtBooking(person, jobId, {
    code,
    centsOff: (price) => Math.min(bookedCents, price),
  })
  await db().insert(promotionUses).values({ jobId, promotionId, cents })
  await wakePayment(jobId)
  const data = { promotionId, code, cents, kept: true, restored: true as const }
  await happened({ event: 'promotion_rechecked', job, by: person.id, data })
}

/**
 * The promotion whose code this visit lost with its last change of codes, locked, and what it took off at booking, in cents;
 * undefined if none did or it was deleted.
 */
async function endedPromotion(
  jobId: string,
): Promise<{ promotion: PromotionRow; bookedCents: number } | undefined> {
  const ended = await queryRow<{ id: string; bookedCents: number }>(
    {
      name: 'ended-promotion',
      text: `select data ->> 'promotionId' as id,
          (select a.from_cents - a.to_cents from payment_adjustments a
            where a.job_id = $1 and a.reason = 'promotion' order by a.created_at, a.id limit 1) as booked_cents
        from job_events
        where job_id = $1 and kind = 'promotion_rechecked' and not (data ->> 'kept')::boolean
        order by created_at desc, id desc limit 1`,
    },
    [jobId],
  )
  if (!ended) return undefined
  const [row] = await db()
    .select()
    .from(promotions)
    .where(eq(promotions.id, ended.id))
    .for('update')
  return row && { promotion: row, bookedCents: ended.bookedCents }
}

/** Why a code is not for a visit at its new time, by one of the rules; null if it is. */
async function refusalOf(
  jobId: string,
  promotion: PromotionRow,
  refuse: (promotion: PromotionRow, visit: PromotedVisit, known: Known) => PromotionRefusal | null,
) {
  const job = await readJob(jobId)
  if (!job) throw new NotFound()
  const known = await knownOfMoved(promotion.id, job.customerId, jobId)
  const visit = { date: job.serviceDate, packageId: job.servicePackageId }
  return { job, refusal: refuse(promotion, visit, known ?? { uses: 0, otherVisits: 0 }) }
}
