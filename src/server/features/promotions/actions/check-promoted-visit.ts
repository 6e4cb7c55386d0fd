import { promotionCents } from '#shared/rules/promotions.ts'
import {
  assertSeenWith,
  type PromotedVisit,
  promotionOf,
  visitsOfPromotion,
} from './check-promotion.ts'

/** Throws what booking one visit with a code would throw now, before the customer is known. */
export async function checkPromotedVisit(
  code: string,
  visit: PromotedVisit & { priceCents: number; seenPrice: string | number | undefined },
  network: string,
): Promise<void> {
  const promotion = await promotionOf(code, network)
  await visitsOfPromotion(promotion, [visit], { customerId: undefined })
  const { priceCents, seenPrice } = visit
  assertSeenWith(promotion, priceCents - promotionCents(promotion, priceCents), seenPrice)
}
