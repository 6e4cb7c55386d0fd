import { and, eq, inArray, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { planPeriods, subscriptions } from '#server/database/tables/plans.ts'
import { waitlistOffers } from '#server/database/tables/waitlist.ts'
import type { EndReason } from '#shared/rules/plans.ts'

/**
 * Ends an erased customer's plans and erases where their visits took place and what they wrote, in the current transaction.
 * What they agreed to stays: renewal laws require it, for three years or one year past the end.
 */
export async function endPlansOf(customerId: string): Promise<void> {
  await end(eq(subscriptions.customerId, customerId), 'erased')
  await db()
    .update(subscriptions)
    .set({ serviceAddress: '', endWords: '', cardId: null })
    .where(eq(subscriptions.customerId, customerId))
}

/**
 * Moves a merged customer's plans to the other record, and those of merged cars to the kept car, in the current transaction.
 * Where both cars are on a plan, that of the kept car stays.
 */
export async function mergePlans(
  fromId: string,
  toId: string,
  cars: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [gone, kept] of cars) {
    const [own] = await db()
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(eq(subscriptions.vehicleId, kept), isNull(subscriptions.endedAt)))
    if (own) await end(eq(subscriptions.vehicleId, gone), 'merged')
    await db()
      .update(subscriptions)
      .set({ vehicleId: kept })
      .where(eq(subscriptions.vehicleId, gone))
  }
  await db()
    .update(subscriptions)
    .set({ customerId: toId })
    .where(eq(subscriptions.customerId, fromId))
}

/** Ends plans with their proposals; booked visits stay. */
async function end(which: ReturnType<typeof eq>, endReason: EndReason): Promise<void> {
  const ended = await db()
    .update(subscriptions)
    .set({ state: 'ended', endedAt: now(), endReason, pausedUntil: null })
    .where(and(which, isNull(subscriptions.endedAt)))
    .returning({ id: subscriptions.id })
  const ids = ended.map(({ id }) => id)
  const periods = await db()
    .update(planPeriods)
    .set({ state: 'skipped', reason: 'ended', changedAt: now() })
    .where(
      and(
        inArray(planPeriods.subscriptionId, ids),
        inArray(planPeriods.state, ['due', 'proposed']),
      ),
    )
    .returning({ id: planPeriods.id })
  await db()
    .update(waitlistOffers)
    .set({ endedAt: now(), outcome: 'ended' })
    .where(
      and(
        inArray(
          waitlistOffers.planPeriodId,
          periods.map(({ id }) => id),
        ),
        isNull(waitlistOffers.endedAt),
      ),
    )
}
