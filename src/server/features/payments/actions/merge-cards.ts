import { eq, inArray } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { cardAdditions, paymentCards } from '#server/database/tables/payment-cards.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'

/** Gives one customer's cards on file to another. Call after moving the visits, so no payment of theirs changes during it. */
export async function mergeCards(fromId: string, toId: string): Promise<void> {
  await transaction(async () => {
    const own = db().select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, toId))
    await db()
      .select({ jobId: paymentAccounts.jobId })
      .from(paymentAccounts)
      .where(inArray(paymentAccounts.jobId, own))
      .orderBy(paymentAccounts.jobId)
      .for('no key update')
    // The remaining customer's default stays.
    await db()
      .update(paymentCards)
      .set({ preferredAt: null })
      .where(eq(paymentCards.userId, fromId))
    // Both may have used the same token.
    await db().delete(cardAdditions).where(eq(cardAdditions.userId, fromId))
    await db().update(paymentCards).set({ userId: toId }).where(eq(paymentCards.userId, fromId))
  })
}
