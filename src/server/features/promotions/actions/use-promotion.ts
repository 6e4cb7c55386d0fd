import { db } from '#server/database/database.ts'
import { promotionUses } from '#server/database/tables/promotions.ts'
import { happened } from '#server/events/happened.ts'
import { readJob } from '#server/reads/visits.ts'
import { takeOffAtBooking } from '#server/features/payments/actions/take-off-at-booking.ts'
import { promotionCents } from '#shared/rules/promotions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { assertSeenWith, promotionInUse, visitsOfPromotion } from './check-promotion.ts'

type Placed = {
  jobId: string
  date: string
  packageId: string
  /** The price with the code shown on the screen, in dollars. */
  seenPrice?: string | number | undefined
}

/**
 * Applies a code to visits a customer just booked in the current transaction, in the order asked; each is a use. Throws
 * Conflict with `details.reason` 'promotion' when it fits none of them, and when a price differs from the one shown.
 */
export async function usePromotion(
  person: Person,
  code: string,
  { customerId, visits }: { customerId: string; visits: readonly Placed[] },
): Promise<void> {
  const promotion = await promotionInUse(code)
  const booked = visits.map(({ jobId }) => jobId)
  const isFor = await visitsOfPromotion(promotion, visits, { customerId, booked })
  for (const [index, { jobId, seenPrice }] of visits.entries()) {
    const { priceCents, cents } = await takeOffAtBooking(person, jobId, {
      code: promotion.code,
      centsOff: (price) => (isFor[index] ? promotionCents(promotion, price) : 0),
    })
    assertSeenWith(promotion, priceCents - cents, seenPrice)
    if (!isFor[index]) continue
    await db().insert(promotionUses).values({ jobId, promotionId: promotion.id, cents })
    const job = await readJob(jobId)
    if (!job) throw new Error('The visit was not booked.')
    await happened({
      event: 'promotion_used',
      job,
      by: person.id,
      data: { promotionId: promotion.id, code: promotion.code, cents },
    })
  }
}
