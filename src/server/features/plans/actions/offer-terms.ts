import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { inLanguage } from '#server/base/language.ts'
import { db, transaction } from '#server/database/database.ts'
import { planVersions, subscriptions } from '#server/database/tables/plans.ts'
import { happened } from '#server/events/happened.ts'
import { recipientsById } from '#server/events/recipients.ts'
import { describeInterval, describePlanPrice } from '#shared/contract/describe-plan.ts'
import type { Person } from '#shared/rules/roles.ts'
import { linesCentsOf, namesOf, planById, subscriptionById } from '../queries.ts'

/**
 * Tells all members on earlier terms of a plan about the current ones, once for each version; they stay on theirs until they
 * agree. Returns how many were told. Throws NotFound.
 */
export async function offerTerms(person: Person, planId: string): Promise<number> {
  const plan = await planById(planId)
  return transaction(async () => {
    const versions = db()
      .select({ id: planVersions.id })
      .from(planVersions)
      .where(and(eq(planVersions.planId, planId), ne(planVersions.id, plan.versionId)))
    const { id, endedAt, planVersionId, offeredVersionId } = subscriptions
    const older = await db()
      .select({ id, offeredVersionId })
      .from(subscriptions)
      .where(and(isNull(endedAt), inArray(planVersionId, versions)))
      .for('update')
    const told = older.filter((one) => one.offeredVersionId !== plan.versionId)
    for (const one of told) {
      await db()
        .update(subscriptions)
        .set({ offeredVersionId: plan.versionId })
        .where(eq(id, one.id))
      const row = await subscriptionById(one.id)
      if (!row) continue
      const reader = (await recipientsById([row.customerId])).get(row.customerId)
      const words = inLanguage(reader?.language ?? null, () => ({
        price: describePlanPrice(plan, linesCentsOf(plan)),
        interval: describeInterval(plan),
      }))
      await happened({
        event: 'plan_terms_offered',
        by: person.id,
        personId: row.customerId,
        data: { ...namesOf(row), ...words },
      })
    }
    return told.length
  })
}
